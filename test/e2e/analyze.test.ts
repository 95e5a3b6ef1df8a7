import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { parse } from "yaml";
import { fixtures, needsFixtures } from "../../src/api/testing/fixtures.ts";
import { fairway, scratch, startFairway } from "../tools/fairway.ts";

const service = (ports = "[{name: http, port: 80}]") => `apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  ports: ${ports}
`;

const route = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
  namespace: shop
spec:
  hosts:
  - web
  http:
  - route:
    - destination:
        host: wbe
`;

const namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n";

suite("fairway analyze", () => {
  const { dir, remove } = scratch();
  after(remove);
  const write = (name: string, text: string) => {
    mkdirSync(join(dir, name, ".."), { recursive: true });
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };

  test("finds what does not fit together between files, with place, code and object", async () => {
    const file = write("shop/route.yaml", route);
    write("shop/service.yaml", service());
    const { code, out } = await fairway(["analyze", "-f", join(dir, "shop"), "-o", "json"]);
    assert.equal(code, 1);
    const { documents, errors, warnings, infos, problems } = JSON.parse(out);
    assert.deepEqual({ documents, errors, warnings, infos }, { documents: 2, errors: 1, warnings: 0, infos: 0 });
    assert.deepEqual(problems, [
      {
        file,
        line: 12,
        column: 9,
        kind: "VirtualService",
        namespace: "shop",
        name: "web",
        path: "spec.http[0].route[0].destination.host",
        code: "IST0101",
        type: "ReferencedResourceNotFound",
        severity: "error",
        message: "must be the host of a service: 'wbe' is none that is seen here",
      },
    ]);
  });

  test("prints lines that editors understand, and a count; yaml holds the same as json", async () => {
    const file = write("lines/route.yaml", route);
    const { out } = await fairway(["analyze", "-f", file]);
    const [line, count] = out.split("\n");
    const place = `${file}:12:9: error IST0101 \`spec.http[0].route[0].destination.host\` must be`;
    assert.ok(line?.startsWith(place) && line.endsWith("(VirtualService shop/web)"), line);
    assert.equal(count, "1 errors, 0 warnings, 0 infos in 1 documents");
    const json = await fairway(["analyze", "-f", file, "-o", "json"]);
    const yaml = await fairway(["analyze", "-f", file, "-o", "yaml"]);
    assert.deepEqual(parse(yaml.out), JSON.parse(json.out));
  });

  test("fails from the severity on that is asked for", async () => {
    const file = write("info/namespace.yaml", namespace);
    const run = (...more: string[]) => fairway(["analyze", "-f", file, ...more]);
    assert.equal((await run()).code, 0);
    assert.equal((await run("--failure-threshold", "warning")).code, 0);
    assert.equal((await run("--failure-threshold", "info")).code, 1);
  });

  test("tells only what is wanted", async () => {
    const file = write("wanted/all.yaml", `${namespace}---\n${route}`);
    const codes = async (...more: string[]) => {
      const { out } = await fairway(["analyze", "-f", file, "-o", "json", ...more]);
      return JSON.parse(out).problems.map((p: { code: string }) => p.code);
    };
    assert.deepEqual(await codes(), ["IST0102", "IST0101"]);
    assert.deepEqual(await codes("-S", "IST0102=Namespace *"), ["IST0101"]);
    assert.deepEqual(await codes("-n", "other"), []);
    assert.deepEqual(await codes("-n", "shop"), ["IST0102", "IST0101"]);
    assert.deepEqual(await codes("-n", "other", "-A"), ["IST0102", "IST0101"]);
    assert.deepEqual(await codes("--analyzer", "injection.Analyzer"), ["IST0102"]);
  });

  test("heeds the settings of the mesh and compares clusters", async () => {
    const here = write("here/service.yaml", service());
    const there = write("there/service.yaml", service("[{name: grpc, port: 80}]"));
    const networks = write(
      "networks.yaml",
      "networks:\n  one:\n    endpoints: [{fromRegistry: far}]\n    gateways: [{address: 1.2.3.4, port: 443}]\n",
    );
    const { out } = await fairway([
      "analyze",
      "-f",
      here,
      "--cluster",
      `west=${there}`,
      "--networks",
      networks,
      "-o",
      "json",
    ]);
    const told = JSON.parse(out).problems.map(
      (p: { file: string; line: number; code: string }) => `${p.file}:${p.line} ${p.code}`,
    );
    assert.deepEqual(told, [`${here}:4 IST0170`, `${networks}:3 IST0126`]);
  });

  test("goes on after files it cannot read, and says so", async () => {
    const broken = write("broken/a.yaml", "a: [");
    const { code, out } = await fairway(["analyze", "-f", broken, "-f", write("ok.yaml", service()), "-o", "json"]);
    assert.equal(code, 1);
    assert.deepEqual(
      JSON.parse(out).problems.map((p: { code: string }) => p.code),
      ["FW0001"],
    );
  });

  test("lists its analyzers", async () => {
    const { code, out } = await fairway(["analyze", "--list-analyzers"]);
    assert.equal(code, 0);
    assert.match(out, /^ANALYZER +CODES +WHAT/);
    assert.match(out, /^gateway\.SecretAnalyzer +IST0101,IST0161 +\S/m);
    assert.ok(JSON.parse((await fairway(["analyze", "--list-analyzers", "-o", "json"])).out).length > 30);
  });

  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["no files", ["analyze"], /^error: nothing to analyze/],
    ["a bad suppression", ["analyze", "-f", "-", "-S", "IST0101"], /^error: --suppress must be CODE=RESOURCE/],
    ["a bad cluster", ["analyze", "-f", "-", "--cluster", "west"], /^error: --cluster must be NAME=PATH/],
    [
      "an unknown analyzer",
      ["analyze", "-f", "-", "--analyzer", "injection.Analyser"],
      /did you mean 'injection\.Analyzer'\?/,
    ],
    [
      "an unknown level",
      ["analyze", "-f", "-", "--failure-threshold", "fatal"],
      /Allowed choices are info, warning, error/,
    ],
  ];
  for (const [name, args, message] of wrong) {
    test(`answers ${name} with exit code 2`, async () => {
      const { code, err } = await fairway(args);
      assert.match(err, message);
      assert.equal(code, 2);
    });
  }

  test("takes all of Istio's samples, valid or not", { skip: needsFixtures }, async () => {
    for (const folder of ["istio-samples", "golden/analyzers"]) {
      const { code, out } = await fairway(["analyze", "-f", fixtures(folder) ?? "", "-o", "json"]);
      assert.equal(code, 1, folder);
      assert.ok(JSON.parse(out).documents > 150, folder);
    }
  });

  test("looks at the objects of a running Fairway as at files", { timeout: 60_000 }, async () => {
    write("running/all.yaml", [namespace, service(), route].join("---\n"));
    const server = await startFairway(join(dir, "data"), ["--config-dir", join(dir, "running")]);
    try {
      const url = server.addresses.get("api") ?? "";
      const kubeconfig = ["--kubeconfig", server.addresses.get("kubeconfig") ?? ""];
      for (const flags of [kubeconfig, [...kubeconfig, "--server", url]]) {
        const { code, out, err } = await fairway(["analyze", ...flags, "-o", "json"]);
        assert.equal(code, 1, err);
        const found = JSON.parse(out).problems.find((each: { code: string }) => each.code === "IST0101");
        const file = `${url}/apis/networking.istio.io/v1/namespaces/shop/virtualservices/web`;
        assert.deepEqual([found.file, found.path], [file, "spec.http[0].route[0].destination.host"]);
      }
      const both = await fairway(["analyze", "--server", url, "-f", dir]);
      assert.deepEqual([both.code, /files and a server at once/.test(both.err)], [2, true]);
    } finally {
      await server.stop();
    }
    const gone = await fairway(["analyze", "--kubeconfig", server.addresses.get("kubeconfig") ?? ""]);
    assert.equal(gone.code, 1);
    assert.match(gone.err, /no answer from https:.*is `fairway up` running/);
  });
});
