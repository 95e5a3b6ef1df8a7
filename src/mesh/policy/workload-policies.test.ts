import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { PeerAuthentication, Resource } from "../../api/index.ts";
import { config, created } from "../testing/configs.ts";
import { modeOfPort, mtlsModesFor, peerAuthenticationProblems } from "./mtls-modes.ts";
import { changePolicies, emptyPolicyIndex, policiesFor } from "./policy-index.ts";
import { type PolicyIndexes, workloadPolicies } from "./workload-policies.ts";

const root = "istio-system";
const web = { namespace: "app", labels: { app: "web" } };
const selector = { matchLabels: { app: "web" } };
const index = <R extends Resource>(...resources: readonly Resource[]) =>
  changePolicies(emptyPolicyIndex<R>(), created(...resources));

describe("mutual TLS of a workload", () => {
  const pa = (id: string, mode: string, more: object = {}, second = 0) =>
    config("PeerAuthentication", id, { mtls: { mode }, ...more }, second);
  const cases: readonly [string, readonly Resource[], string][] = [
    ["nobody says", [], "PERMISSIVE"],
    ["the mesh says", [pa(`${root}/a`, "STRICT")], "STRICT"],
    ["the namespace over the mesh", [pa(`${root}/a`, "STRICT"), pa("app/a", "DISABLE")], "DISABLE"],
    ["the workload over the namespace", [pa("app/a", "STRICT"), pa("app/b", "DISABLE", { selector })], "DISABLE"],
    ["UNSET inherits", [pa("app/a", "STRICT"), pa("app/b", "UNSET", { selector })], "STRICT"],
    ["the oldest of a level", [pa("app/a", "STRICT", {}, 2), pa("app/b", "DISABLE", {}, 1)], "DISABLE"],
    ["another workload's", [pa("app/a", "STRICT", { selector: { matchLabels: { app: "db" } } })], "PERMISSIVE"],
    ["another namespace's", [pa("else/a", "STRICT")], "PERMISSIVE"],
  ];
  for (const [name, resources, expected] of cases) {
    test(name, () => assert.equal(mtlsModesFor(index<PeerAuthentication>(...resources), web, root).mode, expected));
  }

  test("ports have their own, and inherit what they leave open", () => {
    const portLevelMtls = { "80": { mode: "STRICT" }, "81": { mode: "UNSET" } };
    const modes = mtlsModesFor(index(pa("app/a", "DISABLE", { selector, portLevelMtls })), web, root);
    assert.deepEqual(
      [80, 81, 82].map((port) => modeOfPort(modes, port)),
      ["STRICT", "DISABLE", "DISABLE"],
    );
  });

  test("a second policy for all of a namespace is a problem of the younger", () => {
    const all = index<PeerAuthentication>(pa("app/b", "STRICT", {}, 1), pa("app/a", "STRICT", {}, 2));
    assert.deepEqual(
      [...peerAuthenticationProblems(all)].map(({ key }) => key.name),
      ["a"],
    );
  });
});

describe("whom a policy is for", () => {
  const gateway = { namespace: "app", labels: { "gateway.networking.k8s.io/gateway-name": "edge" } };
  const target = { group: "gateway.networking.k8s.io", kind: "Gateway", name: "edge" };
  const cases: readonly [string, string, object, typeof web | typeof gateway, boolean][] = [
    ["all of its namespace", "app/a", {}, web, true],
    ["not another namespace", "else/a", {}, web, false],
    ["the whole mesh from the root", `${root}/a`, {}, web, true],
    ["selected workloads", "app/a", { selector }, web, true],
    ["selected workloads of all namespaces from the root", `${root}/a`, { selector }, web, true],
    ["not unselected ones", "app/a", { selector: { matchLabels: { app: "db" } } }, web, false],
    ["not sidecars, if it has targets", "app/a", { targetRefs: [target] }, web, false],
    ["the gateway it names", "app/a", { targetRefs: [target] }, gateway, true],
    ["the one gateway it names in the old way", "app/a", { targetRef: target }, gateway, true],
    ["not another gateway", "app/a", { targetRefs: [{ ...target, name: "other" }] }, gateway, false],
    ["not across namespaces", `${root}/a`, { targetRefs: [target] }, gateway, false],
  ];
  for (const [name, id, spec, workload, expected] of cases) {
    test(name, () => {
      const found = policiesFor(index(config("AuthorizationPolicy", id, spec)), workload, root);
      assert.equal(found.length === 1, expected);
    });
  }
});

describe("the order of what applies", () => {
  const none = emptyPolicyIndex;
  const empty: PolicyIndexes = {
    peerAuthentications: none(),
    requestAuthentications: none(),
    authorizationPolicies: none(),
    envoyFilters: none(),
    telemetries: none(),
    wasmPlugins: none(),
    trafficExtensions: none(),
  };
  const names = (list: readonly { readonly namespace: string; readonly name: string }[]) =>
    list.map(({ namespace, name }) => `${namespace}/${name}`);
  const chosen = (indexes: Partial<PolicyIndexes>) => workloadPolicies({ ...empty, ...indexes }, web, root);

  test("authorization by action, the root first, then the oldest", () => {
    const ap = (id: string, spec: object, second: number) => config("AuthorizationPolicy", id, spec, second);
    const { authorizationPolicies } = chosen({
      authorizationPolicies: index(
        ap("app/b", {}, 3),
        ap("app/a", { action: "ALLOW" }, 4),
        ap(`${root}/z`, {}, 9),
        ap("app/d", { action: "DENY" }, 1),
      ),
    });
    assert.deepEqual(names(authorizationPolicies.ALLOW), [`${root}/z`, "app/b", "app/a"]);
    assert.deepEqual(names(authorizationPolicies.DENY), ["app/d"]);
    assert.deepEqual(names(authorizationPolicies.CUSTOM), []);
  });

  test("patches by priority, then the root first, then the oldest", () => {
    const ef = (id: string, priority: number, second: number) => config("EnvoyFilter", id, { priority }, second);
    const { envoyFilters } = chosen({
      envoyFilters: index(ef("app/old", 0, 1), ef(`${root}/young`, 0, 9), ef("app/first", -1, 9), ef("app/last", 5, 0)),
    });
    assert.deepEqual(names(envoyFilters), ["app/first", `${root}/young`, "app/old", "app/last"]);
  });

  test("telemetry of the mesh, the namespace and the workload, one of each", () => {
    const tel = (id: string, spec: object, second = 0) => config("Telemetry", id, spec, second);
    const { telemetries } = chosen({
      telemetries: index(
        tel("app/w", { selector }),
        tel("app/w2", { selector }, 2),
        tel("app/n", {}),
        tel(`${root}/m`, {}),
      ),
    });
    assert.deepEqual(names(telemetries), [`${root}/m`, "app/n", "app/w"]);
  });

  test("extensions without a priority after negative ones, and of equals those of the namespace first", () => {
    const extension = (id: string, fields: object, second = 0) =>
      config("TrafficExtension", id, { lua: {}, ...fields }, second);
    const { extensions } = chosen({
      trafficExtensions: index(
        extension(`${root}/none`, {}),
        extension("app/young", {}, 2),
        extension("app/old", {}, 1),
        extension("app/negative", { priority: -5 }, 3),
        extension(`${root}/zero`, { priority: 0 }),
        extension("app/zero", { priority: 0 }, 4),
      ),
    });
    assert.deepEqual(names(extensions), [
      "app/zero",
      `${root}/zero`,
      "app/negative",
      "app/old",
      "app/young",
      `${root}/none`,
    ]);
  });

  test("extensions of both kinds by priority, the highest first", () => {
    const { extensions } = chosen({
      wasmPlugins: index(config("WasmPlugin", "app/low", { url: "x", priority: 1 })),
      trafficExtensions: index(
        config("TrafficExtension", "app/high", { lua: {}, priority: 9 }),
        config("TrafficExtension", "app/none", { lua: {} }),
      ),
    });
    assert.deepEqual(names(extensions), ["app/high", "app/low", "app/none"]);
  });
});
