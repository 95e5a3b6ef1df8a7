import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deepFreeze } from "../../base/json.ts";
import { config } from "../../mesh/testing/configs.ts";
import { viewFor } from "../testing/view.ts";
import { translate } from "../translate.ts";
import { viewProblems } from "../view-problems.ts";
import { envoyFilter, Patched, type PatchText } from "./testing/patched-view.ts";

const manager = "envoy.filters.network.http_connection_manager";
const reviews = "outbound|80||reviews.app.svc.cluster.local";

const cluster = (value: object, match: object = { cluster: { name: reviews } }): PatchText => ({
  applyTo: "CLUSTER",
  match,
  patch: { operation: "MERGE", value },
});

/** A type that only some of a listener's filters have: merging fails at the others. */
const mismatched: PatchText = {
  applyTo: "NETWORK_FILTER",
  match: { context: "SIDECAR_INBOUND" },
  patch: {
    operation: "MERGE",
    value: {
      typed_config: {
        "@type": "type.googleapis.com/envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy",
        idle_timeout: "7s",
      },
    },
  },
};
const renamed: PatchText = {
  applyTo: "NETWORK_FILTER",
  match: { context: "SIDECAR_INBOUND", listener: { filterChain: { filter: { name: manager } } } },
  patch: { operation: "INSERT_BEFORE", value: { name: "mine" } },
};

describe("a patch that fails", () => {
  test("changes nothing of the resource, not even where it would not have failed, and others still apply", () => {
    const [failing, sound] = [new Patched([mismatched, renamed]), new Patched([renamed])];
    assert.deepEqual(failing.listener("virtualInbound"), sound.listener("virtualInbound"));
    assert.ok(JSON.stringify(failing.listener("virtualInbound")).includes('"mine"'));
    assert.deepEqual(failing.problems, [
      "FW1243: must be of the type udpa.type.v1.TypedStruct to be merged, not envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy",
    ]);
    assert.deepEqual(failing.translation.failures, []);
  });

  test("is told with its place in the EnvoyFilter", () => {
    const [problem] = new Patched([renamed, mismatched]).translation.problems;
    assert.equal(problem?.key.name, "patches");
    assert.deepEqual(problem?.path, ["spec", "configPatches", 1, "patch", "value"]);
  });
});

describe("a value", () => {
  const problemsOf = (...patches: readonly PatchText[]) => {
    const view = viewFor({ resources: [envoyFilter(patches)] });
    return viewProblems(view).map(({ code, message }) => `${code}: ${message}`);
  };

  test("that is no message of Envoy is not applied, and others are", () => {
    const patches = [cluster({ connect_timeout: "soon" }), cluster({ alt_stat_name: "x" })];
    assert.deepEqual(problemsOf(...patches), [
      "FW1241: must be configuration of Envoy: connectTimeout must be a duration such as '1.5s', not 'soon'",
    ]);
    assert.equal(new Patched(patches).cluster(reviews)?.altStatName, "x");
  });

  test("with a field that Envoy does not have is applied without it", () => {
    const patches = [cluster({ alt_stat_nam: "y", alt_stat_name: "x" })];
    assert.deepEqual(problemsOf(...patches), [
      "FW1242: should be all of Envoy's: the message must not have 'alt_stat_nam': envoy.config.cluster.v3.Cluster has no such field",
    ]);
    assert.equal(new Patched(patches).cluster(reviews)?.altStatName, "x");
  });

  test("of a type that nobody knows is not applied", () => {
    const typed = { name: "x", typed_config: { "@type": "type.googleapis.com/some.Other", a: 1 } };
    assert.match(problemsOf(cluster({ transport_socket: typed })).join(), /FW1241: .*must name a known message/);
  });

  test("of a bootstrap is nothing that a control plane could send", () => {
    const bootstrap = { applyTo: "BOOTSTRAP", patch: { operation: "MERGE", value: { nonsense: true } } };
    assert.deepEqual([problemsOf(bootstrap), new Patched([bootstrap]).touched], [[], []]);
  });
});

describe("a patched resource", () => {
  test("leaves what it was made from as it was, also what others share", () => {
    const filter = deepFreeze(envoyFilter([mismatched, renamed, cluster({ circuit_breakers: { thresholds: [{}] } })]));
    const rule = deepFreeze(
      config("DestinationRule", "app/rule", {
        host: "reviews",
        trafficPolicy: { connectionPool: { tcp: { maxConnections: 3 } } },
      }),
    );
    const view = viewFor({ resources: [filter, rule] });
    const first = JSON.stringify(translate(view));
    assert.equal(JSON.stringify(translate(view)), first);
  });
});
