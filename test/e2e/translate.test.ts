import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { secretObject, testCredential } from "../../src/secrets/testing/credentials.ts";
import { expectedAnswer, goldenFolder, listNames, nodeIdentity, skipReason } from "../golden/istiod-xds.ts";
import { fairway } from "../tools/fairway.ts";

interface Output {
  readonly node: string;
  readonly clusters: readonly { readonly name: string }[];
  readonly endpoints: readonly { readonly clusterName: string }[];
  readonly listeners: readonly { readonly name: string }[];
  readonly routes: readonly { readonly name: string }[];
  readonly secrets: readonly { readonly name: string; readonly tlsCertificate?: object }[];
  readonly nameTables: readonly { readonly table: { readonly [host: string]: { readonly ips: readonly string[] } } }[];
  readonly extensions: readonly { readonly name: string }[];
  readonly problems: readonly {
    readonly file: string;
    readonly line: number;
    readonly code: string;
    readonly name: string;
  }[];
}

const node = "sidecar~10.10.1.1~web-v1-a.app~app.svc.cluster.local";
const world = join(goldenFolder, "world.yaml");

async function translate(args: readonly string[], input?: string): Promise<Output> {
  const { code, out, err } = await fairway(
    ["translate", "--node", node, ...args],
    input === undefined ? {} : { input },
  );
  assert.equal(code, 0, err);
  return JSON.parse(out) as Output;
}

describe("fairway translate", { skip: skipReason, timeout: 120_000 }, () => {
  test("prints what istiod would send, given the same files, mesh settings and metadata", async () => {
    const folder = join(goldenFolder, "mesh-registry-only");
    const files = [world, join(folder, "in.yaml")].filter((file) => existsSync(file)).flatMap((file) => ["-f", file]);
    const metadata = JSON.stringify(nodeIdentity("mesh-registry-only", "client").metadata);
    const output = await translate([...files, "--mesh-config", join(folder, "mesh.yaml"), "--metadata", metadata]);
    const expected = expectedAnswer("mesh-registry-only", "client");
    for (const list of listNames) {
      const names = output[list].map((each) => ("clusterName" in each ? each.clusterName : each.name));
      assert.deepEqual(names, [...expected[list].keys()].sort(), list);
      output[list].forEach((each, i) => {
        assert.ok(isDeepStrictEqual(each, expected[list].get(names[i] ?? "")), `${list} ${names[i]}`);
      });
    }
    assert.deepEqual([output.node, output.secrets, output.extensions, output.problems], [node, [], [], []]);
  });

  test("needs no more than a node id: a proxy without metadata is plain Envoy", async () => {
    const { listeners, clusters } = await translate(["-f", world, "--type", "lds,cds"]);
    const text = JSON.stringify([listeners, clusters]);
    assert.ok(listeners.some(({ name }) => name === "virtualInbound"));
    assert.doesNotMatch(text, /istio\.stats|istio\.alpn|metadata_exchange/);
  });

  test("prints only the asked types, in YAML if asked", async () => {
    const { code, out } = await fairway(["translate", "--node", node, "-f", world, "--type", "RDS, eds", "-o", "yaml"]);
    assert.equal(code, 0);
    const output = parse(out) as Output;
    assert.deepEqual([output.clusters, output.listeners], [[], []]);
    assert.ok(output.routes.some(({ name }) => name === "9080"));
    assert.ok(output.endpoints.length > 10);
  });

  test("prints the secrets that a gateway asks for, from the files, and keys only if asked", async () => {
    const { certificate, privateKey, authority } = testCredential();
    const tls = { "tls.crt": certificate, "tls.key": privateKey, "ca.crt": authority };
    const gateway = {
      apiVersion: "networking.istio.io/v1",
      kind: "Gateway",
      metadata: { name: "edge", namespace: "edge" },
      spec: {
        selector: { app: "edge" },
        servers: ["site", "broken", "none"].map((credentialName) => ({
          port: { number: 443, name: `https-${credentialName}`, protocol: "HTTPS" },
          hosts: [`${credentialName}.example.com`],
          tls: { mode: "MUTUAL", credentialName },
        })),
      },
    };
    const broken = secretObject("edge/broken", { ...tls, "tls.key": "no key" });
    const files = [gateway, secretObject("edge/site", tls), secretObject("other/none", tls), broken];
    const input = files.map((each) => JSON.stringify(each)).join("\n---\n");
    const node = ["--node", "router~10.0.0.1~g.edge~edge.svc.cluster.local", "--labels", "app=edge"];
    const asked = [...node, "-f", "-", "--type", "sds"];
    const { secrets, listeners, problems } = await translate(asked, input);
    assert.deepEqual(
      secrets.map(({ name }) => name),
      ["kubernetes://broken-cacert", "kubernetes://site", "kubernetes://site-cacert"],
    );
    assert.deepEqual(listeners, []);
    const note = { inlineBytes: Buffer.from("[redacted]").toString("base64") };
    const inline = (pem: string) => ({ inlineBytes: Buffer.from(pem).toString("base64") });
    const certificateChain = inline(certificate);
    assert.deepEqual(secrets[1]?.tlsCertificate, { certificateChain, privateKey: note });
    assert.deepEqual(
      problems.map(({ code, name, line }) => [code, name, line]),
      [["FW1251", "broken", 7]],
    );
    const open = await translate([...asked, "--private-keys"], input);
    assert.deepEqual(open.secrets[1]?.tlsCertificate, { certificateChain, privateKey: inline(privateKey) });
  });

  test("prints the table of names of a proxy whose agent answers DNS", async () => {
    const asked = ["-f", world, "--type", "nds", "--metadata"];
    const { nameTables } = await translate([...asked, JSON.stringify({ DNS_CAPTURE: "true" })]);
    assert.equal(nameTables[0]?.table["reviews.app.svc.cluster.local"]?.ips.length, 1);
    assert.deepEqual((await translate([...asked, "{}"])).nameTables, []);
  });

  test("chooses by labels where the files have no such pod", async () => {
    const sidecar = `apiVersion: networking.istio.io/v1
kind: Sidecar
metadata: {name: narrow, namespace: app}
spec:
  workloadSelector: {labels: {app: lonely}}
  egress: [{hosts: ["./reviews.app.svc.cluster.local"]}]
`;
    const lonely = [
      "--node",
      "sidecar~10.9.9.9~lonely.app~app.svc.cluster.local",
      "-f",
      world,
      "-f",
      "-",
      "--type",
      "cds",
    ];
    const count = ({ clusters }: Output) => clusters.filter(({ name }) => name.startsWith("outbound|")).length;
    assert.equal(count(await translate([...lonely, "--labels", "app=lonely"], sidecar)), 1);
    assert.ok(count(await translate(lonely, sidecar)) > 10);
  });

  test("tells what is wrong with objects, with their place, and goes on with the rest", async () => {
    const input = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: bad, namespace: app}
spec:
  hosts: [reviews]
  http:
  - match: [{uri: {prefix: /a}}]
    delegate: {name: missing}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: worse, namespace: app}
spec: {hosts: [reviews], http: [{timeout: soon}]}
`;
    const { problems, routes } = await translate(["-f", world, "-f", "-"], input);
    const places = problems.map(({ file, line, code, name }) => `${file}:${line} ${code} ${name}`);
    assert.ok(places.includes("-:8 FW1102 bad"), places.join("\n"));
    assert.ok(places.some((place) => place.startsWith("-:13 FW") && place.endsWith(" worse")));
    assert.ok(routes.length > 5);
  });

  test("says what is wrong with its flags", async () => {
    const wrong = async (...args: readonly string[]) => {
      const { code, err } = await fairway(["translate", "-f", world, ...args]);
      return `${code} ${err}`;
    };
    assert.match(await wrong("--node", "web"), /^1 error: the node id 'web' must have four parts/);
    assert.match(await wrong("--node", node, "--type", "xyz"), /^2 error: --type must be of cds, eds/);
    assert.match(await wrong("--node", node, "--metadata", "[]"), /^2 error: --metadata must be a JSON object/);
    assert.match(await wrong("--node", node, "--labels", "app"), /^2 error: --labels must be pairs/);
    assert.match(await wrong(), /^2 error/);
  });
});
