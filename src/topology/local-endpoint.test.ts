import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { withLocalEndpoint } from "./local-endpoint.ts";
import type { EndpointsObject } from "./prune-object.ts";

const annotations = { "superedge.io/local-endpoint": "127.0.0.1", "superedge.io/local-port": "51003" };
const object = (metadata: object, kind = "Endpoints") =>
  ({
    apiVersion: kind === "Endpoints" ? "v1" : "discovery.k8s.io/v1",
    kind,
    metadata: { namespace: "default", name: "kubernetes", ...metadata },
  }) as unknown as EndpointsObject;
const ports = [{ name: "https", protocol: "TCP", port: 51003 }];

suite("the API server's own endpoints", () => {
  test("are turned to the one on the node", () => {
    const turned = withLocalEndpoint(object({ annotations }));
    assert.deepEqual({ ...turned }.subsets, [{ addresses: [{ ip: "127.0.0.1" }], ports }]);
    const slice = withLocalEndpoint(object({ annotations }, "EndpointSlice"));
    assert.deepEqual([{ ...slice }.endpoints, { ...slice }.ports], [[{ addresses: ["127.0.0.1"] }], ports]);
  });

  const others: readonly (readonly [string, object])[] = [
    ["without annotations", {}],
    ["with the address only", { annotations: { "superedge.io/local-endpoint": "127.0.0.1" } }],
    ["with no address", { annotations: { ...annotations, "superedge.io/local-endpoint": "here" } }],
    ["with no port", { annotations: { ...annotations, "superedge.io/local-port": "x" } }],
    ["with a port beyond all", { annotations: { ...annotations, "superedge.io/local-port": "65536" } }],
    ["in another namespace", { annotations, namespace: "d" }],
    ["of another name", { annotations, name: "k" }],
  ];
  for (const [name, metadata] of others) {
    test(`${name} stay as they are`, () => {
      const given = object(metadata);
      assert.equal(withLocalEndpoint(given), given);
    });
  }
});
