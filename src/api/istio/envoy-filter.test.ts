import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeSpec, type Row } from "../testing/judge.ts";
import { envoyFilterKind } from "./envoy-filter.ts";

const patch = { operation: "MERGE", value: {} };
const manager = "envoy.filters.network.http_connection_manager";
const listenerWith = (filter: object) => ({ listener: { filterChain: { filter } } });

/** Specs are those of a single patch; paths are relative to it. */
const patches: readonly Row<unknown>[] = [
  ["complete", { applyTo: "CLUSTER", patch }],
  ["removal", { applyTo: "HTTP_ROUTE", patch: { operation: "REMOVE" } }],
  ["empty", {}, "FW0371 applyTo", "FW0371 patch"],
  [
    "invalid",
    { applyTo: "INVALID", patch: { operation: "INVALID" } },
    "FW0371 applyTo",
    "FW0371 patch.operation",
    "FW0371 patch.value",
  ],
  ["no value", { applyTo: "LISTENER", patch: { operation: "ADD" } }, "FW0371 patch.value"],
  ["a value of any content", { applyTo: "CLUSTER", patch: { operation: "ADD", value: { a: [1, null, { b: "c" }] } } }],
  ["a value that is no object", { applyTo: "CLUSTER", patch: { operation: "ADD", value: "x" } }, "FW0102 patch.value"],

  [
    "a proxy version",
    { applyTo: "CLUSTER", patch, match: { proxy: { proxyVersion: "^1\\.2.*", metadata: { a: "b" } } } },
  ],
  [
    "a proxy version that is not of RE2",
    { applyTo: "CLUSTER", patch, match: { proxy: { proxyVersion: "(?!a)" } } },
    "FW0209 match.proxy.proxyVersion",
  ],
  [
    "fitting matches",
    {
      applyTo: "VIRTUAL_HOST",
      patch,
      match: { routeConfiguration: { vhost: { name: "a", route: { action: "ANY" } } } },
    },
  ],
  ["a cluster by listener", { applyTo: "CLUSTER", patch, match: { listener: {} } }, "FW0372 match.listener"],
  ["a route by cluster", { applyTo: "HTTP_ROUTE", patch, match: { cluster: {} } }, "FW0372 match.cluster"],
  [
    "a filter by route",
    { applyTo: "HTTP_FILTER", patch, match: { routeConfiguration: {} } },
    "FW0372 match.routeConfiguration",
  ],
  [
    "two matches",
    { applyTo: "CLUSTER", patch, match: { cluster: {}, listener: {} } },
    "FW0111 match",
    "FW0372 match.listener",
  ],

  [
    "an HTTP filter",
    {
      applyTo: "HTTP_FILTER",
      patch,
      match: listenerWith({ name: manager, subFilter: { name: "envoy.filters.http.router" } }),
    },
  ],
  [
    "a filter without a name",
    { applyTo: "NETWORK_FILTER", patch, match: listenerWith({}) },
    "FW0372 match.listener.filterChain.filter.name",
  ],
  [
    "a filter match on a listener",
    { applyTo: "LISTENER", patch, match: listenerWith({ name: "a" }) },
    "FW0373 match.listener.filterChain.filter",
  ],
  [
    "a sub-filter elsewhere",
    { applyTo: "NETWORK_FILTER", patch, match: listenerWith({ name: manager, subFilter: { name: "a" } }) },
    "FW0372 match.listener.filterChain.filter.subFilter",
  ],
  [
    "a sub-filter of another filter",
    { applyTo: "HTTP_FILTER", patch, match: listenerWith({ name: "a", subFilter: { name: "b" } }) },
    "FW0372 match.listener.filterChain.filter.name",
  ],
  [
    "a sub-filter without a name",
    { applyTo: "HTTP_FILTER", patch, match: listenerWith({ name: manager, subFilter: {} }) },
    "FW0372 match.listener.filterChain.filter.subFilter.name",
  ],
  [
    "old names",
    {
      applyTo: "HTTP_FILTER",
      patch,
      match: listenerWith({ name: "envoy.http_connection_manager", subFilter: { name: "envoy.router" } }),
    },
    "FW0374 match.listener.filterChain.filter.name",
    "FW0374 match.listener.filterChain.filter.subFilter.name",
  ],

  [
    "a waypoint",
    {
      applyTo: "HTTP_FILTER",
      patch,
      match: { context: "WAYPOINT", waypoint: { portNumber: 80, filter: { name: "a" } } },
    },
  ],
  [
    "a waypoint without its match",
    { applyTo: "HTTP_FILTER", patch, match: { context: "WAYPOINT" } },
    "FW0375 match.waypoint",
  ],
  [
    "a waypoint's match elsewhere",
    { applyTo: "HTTP_FILTER", patch, match: { waypoint: { portNumber: 0 } } },
    "FW0203 match.waypoint.portNumber",
    "FW0375 match.waypoint",
  ],
];

for (const [name, configPatch, ...problems] of patches) {
  test(`Envoy filter's patch: ${name}`, () => {
    const found = judgeSpec(envoyFilterKind, { configPatches: [configPatch] });
    assert.deepEqual(
      found.map((line) => line.replace(/ spec\.configPatches\[0\]\.?/, " ").trim()),
      problems,
    );
  });
}

test("an Envoy filter names its proxies in one way", () => {
  const targetRefs = [{ kind: "Gateway", name: "a", group: "gateway.networking.k8s.io" }];
  assert.deepEqual(judgeSpec(envoyFilterKind, undefined), []);
  assert.deepEqual(judgeSpec(envoyFilterKind, { targetRefs }), []);
  assert.deepEqual(judgeSpec(envoyFilterKind, { workloadSelector: {} }), ["FW0304 spec.workloadSelector"]);
  assert.deepEqual(judgeSpec(envoyFilterKind, { targetRefs, workloadSelector: { labels: { a: "b" } } }), [
    "FW0111 spec",
  ]);
  assert.deepEqual(judgeSpec(envoyFilterKind, { targetRefs: [{ kind: "Service", name: "a", namespace: "b" }] }), [
    "FW0303 spec.targetRefs[0].namespace",
  ]);
});
