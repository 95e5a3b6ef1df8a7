import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, suite, test } from "node:test";
import { baseFolder } from "../../scripts/package/kustomize-base.ts";
import { type ApiServer, apiServers } from "../kubernetes/api-servers.ts";
import { scratch } from "../tools/fairway.ts";
import { helmRunner, kubectlRunner } from "../tools/kubectl.ts";
import { chart, render, valueSets } from "./chart.ts";

/** How the objects of a release are found, in every namespace and in none. */
const ours = ["-l", "app.kubernetes.io/name=fairway", "--all-namespaces", "-o", "name"];
const kinds = "deploy,ds,svc,sa,cm,pdb,hpa,role,rolebinding,clusterrole,clusterrolebinding";

for (const { name, start, skip } of apiServers) {
  suite(`the chart on ${name}`, { skip, timeout: 180_000 }, () => {
    const { dir, remove } = scratch();
    let server: ApiServer;
    let helm: ReturnType<typeof helmRunner>;
    let kubectl: ReturnType<typeof kubectlRunner>;
    before(async () => {
      const data = join(dir, "data");
      mkdirSync(data);
      server = await start(data);
      helm = helmRunner(server.kubeconfig);
      kubectl = kubectlRunner(server.kubeconfig);
      for (const namespace of ["istio-system", "shop"]) kubectl(["create", "namespace", namespace]);
      for (const [i, values] of Object.values(valueSets).entries()) {
        writeFileSync(join(dir, `${i}.json`), JSON.stringify(values));
      }
    });
    after(async () => {
      await server?.stop();
      remove();
    });
    const installed = () =>
      kubectl(["get", kinds, ...ours])
        .split("\n")
        .filter((line) => line !== "");

    for (const [i, [what, values]] of Object.entries(valueSets).entries()) {
      test(`${what}: each object is taken by the server, without a warning or a field that it does not know`, () => {
        const asked = [
          "create",
          "--dry-run=server",
          "--validate=strict",
          "--warnings-as-errors",
          "-o",
          "name",
          "-f",
          "-",
        ];
        const manifests = render(values);
        const taken = kubectl(asked, manifests.map((manifest) => JSON.stringify(manifest)).join("\n---\n"));
        assert.equal(taken.trim().split("\n").length, manifests.length);
        const dryRun = ["install", "fairway", chart, "-n", "istio-system", "-f", join(dir, `${i}.json`)];
        assert.match(helm([...dryRun, "--dry-run=server"]), /STATUS: pending-install/);
      });
    }

    test("is installed, changed and taken away without a trace", () => {
      const flags = ["--namespace", "istio-system"];
      assert.match(
        helm(["install", "fairway", chart, ...flags]),
        /STATUS: deployed[\s\S]*rollout status deployment\/fairway/,
      );
      assert.equal(installed().length, render({}).length);
      const replicas = () =>
        kubectl(["-n", "istio-system", "get", "deploy", "fairway", "-o", "jsonpath={.spec.replicas}"]);
      assert.equal(replicas(), "2");
      assert.match(
        helm(["upgrade", "fairway", chart, ...flags, "--set", "replicas=3", "--set", "watchedNamespaces={shop}"]),
        /REVISION: 2/,
      );
      assert.equal(replicas(), "3");
      assert.equal(
        kubectl(["-n", "shop", "get", "role", "fairway", "-o", "name"]).trim(),
        "role.rbac.authorization.k8s.io/fairway",
      );
      assert.match(helm(["uninstall", "fairway", ...flags]), /uninstalled/);
      assert.deepEqual(installed(), []);
    });

    test("is applied as a kustomize base, and again without a change", () => {
      const base = resolve(baseFolder);
      kubectl(["apply", "-k", base]);
      assert.equal(installed().length, render({}).length);
      const versions = () =>
        kubectl(["get", kinds, ...ours.slice(0, 3), "-o", "jsonpath={.items[*].metadata.resourceVersion}"]);
      const before = versions();
      kubectl(["apply", "-k", base]);
      assert.equal(versions(), before);
      kubectl(["delete", "-k", base]);
      assert.deepEqual(installed(), []);
    });
  });
}
