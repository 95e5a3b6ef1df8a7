import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { builtInCatalog } from "../../src/api/index.ts";
import { systemClock } from "../../src/base/clock.ts";
import { accessRules } from "../../src/main/kubernetes/access-rules.ts";
import type { CheckResult } from "../../src/main/kubernetes/check-cluster.ts";
import { KubernetesStore } from "../../src/store/index.ts";
import { goSkipReason } from "../peers/go-program.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { fairway, scratch, startFairway } from "../tools/fairway.ts";
import { networkOf } from "./api-servers.ts";
import {
  istioDefinitions,
  oldDefinitionOf,
  startTestCluster,
  type TestCluster,
  writeKubeconfig,
} from "./test-cluster.ts";

const rbac = "rbac.authorization.k8s.io/v1";
const watched = ["default", "istio-system"];

/** The roles that the list of what Fairway does asks for, in two namespaces, and their bindings to a user. */
function rolesOf(user: string): readonly KubeObject[] {
  const rules = accessRules(builtInCatalog());
  const some = (...scopes: readonly string[]) =>
    rules
      .filter(({ scope }) => scopes.includes(scope))
      .map(({ group, resource, verbs, names }) => ({
        apiGroups: [group],
        resources: [resource],
        verbs,
        ...(names && { resourceNames: names }),
      }));
  const subjects = [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }];
  const bound = (
    kind: "Role" | "ClusterRole",
    namespace: string | undefined,
    list: readonly object[],
  ): KubeObject[] => {
    const metadata = { name: user, ...(namespace && { namespace }) };
    const roleRef = { kind, name: user, apiGroup: "rbac.authorization.k8s.io" };
    return [
      { apiVersion: rbac, kind, metadata, rules: list },
      { apiVersion: rbac, kind: `${kind}Binding`, metadata, subjects, roleRef },
    ];
  };
  return [
    ...bound("ClusterRole", undefined, some("cluster")),
    ...watched.flatMap((namespace) =>
      bound("Role", namespace, namespace === "default" ? some("watched", "own") : some("watched")),
    ),
  ];
}

suite("on a cluster with roles", { skip: goSkipReason, timeout: 180_000 }, () => {
  const { dir, remove } = scratch();
  let cluster: TestCluster;
  const kubeconfigs = new Map<string, string>();
  before(async () => {
    const definitions = [...istioDefinitions, oldDefinitionOf("networking.istio.io", "WorkloadGroup", "v1beta1")];
    cluster = await startTestCluster(dir, { roles: true, tokens: { poor: "poor", least: "least" } }, definitions);
    const { url } = cluster.apiserver().access;
    for (const user of ["poor", "least"]) {
      kubeconfigs.set(user, writeKubeconfig(join(dir, `${user}.json`), url, user, join(dir, "ca.crt")));
    }
    for (const object of rolesOf("least")) await cluster.apiserver().client.create(object);
  });
  after(async () => {
    await cluster?.stop();
    remove();
  });
  const check = (user: string, ...args: readonly string[]) =>
    fairway(["check", "--kubeconfig", kubeconfigs.get(user) ?? "", ...args]);

  test("fairway check names the rule that each refused request needs", async () => {
    const { code, out } = await check("poor", "-o", "json");
    assert.equal(code, 1);
    const results = JSON.parse(out) as readonly CheckResult[];
    const of = (name: string) => results.find((result) => result.check === name);
    assert.equal(of("API server")?.state, "ok");
    assert.equal(of("kind virtualservices.networking.istio.io")?.state, "ok");
    assert.equal(of("kind telemetries.telemetry.istio.io")?.state, "missing");
    assert.match(of("kind workloadgroups.networking.istio.io")?.remedy ?? "", /^install a definition that serves v1;/);
    const pods = of("may get, list, watch pods");
    assert.equal(pods?.state, "failed");
    assert.equal(
      pods?.remedy,
      'add {apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"]} to a ClusterRole of Fairway',
    );
    assert.match(of("may get, create, update leases.coordination.k8s.io")?.remedy ?? "", /to a Role in default of/);
  });

  test("the rules that are listed are enough to run, in the namespaces that are watched", async () => {
    const flags = ["--watched-namespaces", watched.join(",")];
    const { code, out } = await check("least", ...flags);
    assert.equal(code, 0, out);
    assert.match(out, /\nFairway can run here\.\n$/);
    const running = await startFairway(join(dir, "data"), ["--kubeconfig", kubeconfigs.get("least") ?? "", ...flags]);
    await eventually(async () => /This replica runs the controllers/.test(running.errors()));
    assert.doesNotMatch(running.errors(), /Forbidden|forbidden/);
    assert.equal(await running.stop(), 0);
  });

  test("a kind of an old definition is read and written in the version that there is", async (t) => {
    const network = await networkOf(cluster.apiserver().kubeconfig);
    const kinds = builtInCatalog();
    const type = { group: "networking.istio.io", kind: "WorkloadGroup" };
    const notices: string[] = [];
    const store = await KubernetesStore.open({
      transport: network.send,
      kinds: () => kinds,
      follow: [type],
      manager: "test",
      clock: systemClock,
      report: ({ problems }) => assert.fail(JSON.stringify(problems)),
      notice: ({ type: what, kind: { kind } }) => {
        if (what !== "following") notices.push(`${what} ${kind}`);
      },
    });
    t.after(async () => {
      await store.close();
      network.close();
    });
    assert.deepEqual(notices, ["old WorkloadGroup"]);
    const metadata = { name: "old", namespace: "default" };
    const spec = { template: { serviceAccount: "x" } };
    const created = await store.create({ apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", metadata, spec });
    assert.equal(created.apiVersion, "networking.istio.io/v1");
    assert.equal((await store.list(type, "")).items[0], created);
    const changed = await store.update({ ...created, spec: { template: { serviceAccount: "y" } } });
    assert.deepEqual((await store.get({ ...type, ...metadata }))?.spec, changed.spec);
    await store.delete({ ...type, ...metadata });
  });

  test("fairway check says what to do where no server answers", async () => {
    const nowhere = writeKubeconfig(join(dir, "nowhere.json"), "http://127.0.0.1:1");
    const { code, out } = await fairway(["check", "--kubeconfig", nowhere]);
    assert.equal(code, 1);
    assert.match(out, /cannot be reached.*see that the kubeconfig's server is right/);
  });
});
