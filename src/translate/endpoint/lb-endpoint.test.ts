import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { endpoint } from "../testing/endpoints.ts";
import { addressOf, lbEndpoint } from "./lb-endpoint.ts";

const told = (...args: Parameters<typeof endpoint>) =>
  lbEndpoint(endpoint(...args), { mutualTls: true, families: "4" });

describe("an endpoint as Envoy is told it", () => {
  test("has its address, weight, health and workload", () => {
    const labels = { "service.istio.io/canonical-name": "shop", version: "v2" };
    assert.deepEqual(told("10.0.0.1", { weight: 3, labels, workload: "web-v2", mutualTls: false }), {
      endpoint: { address: { socketAddress: { address: "10.0.0.1", portValue: 8080 } } },
      healthStatus: "HEALTHY",
      loadBalancingWeight: 3,
      metadata: { filterMetadata: { istio: { workload: "web-v2;app;shop;v2;c1" } } },
    });
  });

  test("is marked for mutual TLS only if it speaks it and the client uses it", () => {
    const speaks = endpoint("10.0.0.1");
    const isMarked = (mutualTls: boolean, each = speaks) =>
      lbEndpoint(each, { mutualTls, families: "4" }).metadata?.filterMetadata?.["envoy.transport_socket_match"] !==
      undefined;
    assert.equal(isMarked(true), true);
    assert.equal(isMarked(false), false);
    assert.equal(isMarked(true, endpoint("10.0.0.1", { mutualTls: false })), false);
  });

  for (const [health, status] of [
    ["unknown", undefined],
    ["healthy", "HEALTHY"],
    ["draining", "DRAINING"],
    ["unready", "UNHEALTHY"],
  ] as const) {
    test(`of health ${health} has the status ${status}`, () => {
      assert.equal(told("10.0.0.1", { health }).healthStatus, status);
    });
  }
});

describe("the addresses of an endpoint", () => {
  const both = endpoint("", { addresses: ["10.0.0.1", "fd00::1"] });
  const reached = (families: "4" | "6" | "46") => {
    const { address, additionalAddresses = [] } = lbEndpoint(both, { mutualTls: false, families }).endpoint ?? {};
    return [address, ...additionalAddresses.map((each) => each.address)].map((each) => each?.socketAddress?.address);
  };

  test("are those of families that the proxy has", () => {
    assert.deepEqual(reached("4"), ["10.0.0.1"]);
    assert.deepEqual(reached("6"), ["fd00::1"]);
    assert.deepEqual(reached("46"), ["10.0.0.1", "fd00::1"]);
  });

  test("may be a path", () => {
    assert.deepEqual(addressOf("unix:///run/app.sock", 0), { pipe: { path: "/run/app.sock" } });
  });
});
