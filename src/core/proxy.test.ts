import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseProxy } from "./proxy.ts";

suite("a proxy", () => {
  test("is read from its node id and metadata", () => {
    const proxy = parseProxy({
      id: "sidecar~10.0.0.1~web-1.app~app.svc.cluster.local",
      metadata: {
        ISTIO_VERSION: "1.31.0",
        LABELS: { app: "web", n: 1 },
        INSTANCE_IPS: "10.0.0.1, fd00::1",
        CLUSTER_ID: "one",
        SERVICE_ACCOUNT: "web",
      },
      locality: { region: "r" },
    });
    assert.deepEqual(
      { ...proxy, metadata: {} },
      {
        id: "sidecar~10.0.0.1~web-1.app~app.svc.cluster.local",
        type: "sidecar",
        dialect: "istio",
        addresses: ["10.0.0.1", "fd00::1"],
        families: "46",
        name: "web-1",
        namespace: "app",
        dnsDomain: "app.svc.cluster.local",
        labels: { app: "web" },
        serviceAccount: "web",
        cluster: "one",
        network: "",
        locality: { region: "r", zone: "", subzone: "" },
        istioVersion: "1.31.0",
        metadata: {},
      },
    );
  });

  test("speaks the dialect its metadata tells", () => {
    const id = "router~10.0.0.1~gw.istio-system~istio-system.svc.cluster.local";
    assert.equal(parseProxy({ id }).dialect, "envoy");
    assert.equal(parseProxy({ id, metadata: { GENERATOR: "grpc", ISTIO_VERSION: "1" } }).dialect, "grpc");
    assert.equal(parseProxy({ id, metadata: { NAMESPACE: "other" } }).namespace, "other");
  });

  // The metadata of the second is what once crashed istiod.
  for (const metadata of [null, { INSTANCE_IPS: 1 }, [], "x", { LABELS: [] }, { LABELS: null, NAMESPACE: {} }]) {
    test(`survives the metadata ${JSON.stringify(metadata)}`, () => {
      assert.deepEqual(parseProxy({ id: "sidecar~1.1.1.1~a.b~c", metadata }).addresses, ["1.1.1.1"]);
    });
  }

  for (const id of ["", "sidecar", "sidecar~1.1.1.1~a.b", "ztunnel~1.1.1.1~a.b~c", "sidecar~~~~"]) {
    test(`is refused with the id '${id}'`, () => assert.throws(() => parseProxy({ id }), { code: "BadRequest" }));
  }
});
