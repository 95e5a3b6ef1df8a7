import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Endpoint } from "../../core/index.ts";
import { service } from "../../mesh/testing/configs.ts";
import { endpoint } from "../testing/endpoints.ts";
import { type EndpointChoice, reachableEndpoints } from "./reachable-endpoints.ts";

function reached(endpoints: readonly Endpoint[], choice: Partial<EndpointChoice> = {}): readonly string[] {
  const found = reachableEndpoints({
    service: service("app/reviews"),
    shards: new Map([["c1", endpoints]]),
    portName: "http",
    subset: undefined,
    onlyCluster: "",
    onlyNode: undefined,
    networkView: [],
    withUnready: false,
    ...choice,
  });
  return found.map(({ addresses }) => addresses[0] ?? "");
}

describe("endpoints are told", () => {
  const all = (["healthy", "unknown", "unready", "draining", "terminating"] as const).map((health) =>
    endpoint(health, { health }),
  );

  test("while they are ready or nobody looks", () => {
    assert.deepEqual(reached(all), ["healthy", "unknown"]);
  });

  test("while they are not ready, if that is asked for", () => {
    assert.deepEqual(reached(all, { withUnready: true }), ["healthy", "unknown", "unready"]);
  });

  test("while they drain, if sessions must stay", () => {
    const sticky = service("app/reviews", { labels: { "istio.io/persistent-session": "cookie" } });
    assert.deepEqual(reached(all, { service: sticky }), ["healthy", "unknown", "draining"]);
  });
});

describe("endpoints are chosen", () => {
  test("by port", () => {
    assert.deepEqual(reached([endpoint("a"), endpoint("b", { portName: "grpc" })]), ["a"]);
  });

  test("by the subset's labels", () => {
    const two = [endpoint("a", { labels: { version: "v1", app: "x" } }), endpoint("b", { labels: { version: "v2" } })];
    assert.deepEqual(reached(two, { subset: { labels: { version: "v1" } } }), ["a"]);
    assert.deepEqual(reached(two, { subset: {} }), ["a", "b"]);
  });

  test("by cluster, node and network", () => {
    const two = [
      endpoint("a", { cluster: "c1", node: "n1", network: "net1" }),
      endpoint("b", { cluster: "c2", node: "n2", network: "net2" }),
    ];
    assert.deepEqual(reached(two, { onlyCluster: "c2" }), ["b"]);
    assert.deepEqual(reached(two, { onlyNode: "n1" }), ["a"]);
    assert.deepEqual(reached(two, { onlyNode: "" }), []);
    assert.deepEqual(reached(two, { networkView: ["net2", "net3"] }), ["b"]);
    assert.deepEqual(reached([endpoint("c")], { networkView: ["net2"] }), ["c"]);
  });

  test("in the order of the clusters' names, whichever was heard of first", () => {
    const shards = new Map([
      ["c2", [endpoint("b", { cluster: "c2" })]],
      ["c1", [endpoint("a")]],
    ]);
    assert.deepEqual(reached([], { shards }), ["a", "b"]);
  });
});
