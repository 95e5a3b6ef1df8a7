import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseProxy, type Service } from "../core/index.ts";
import { meshSettings } from "./mesh-settings.ts";
import { buildSnapshot } from "./mesh-snapshot.ts";
import { proxyScope } from "./proxy-scope.ts";
import { config, registryOf, service } from "./testing/configs.ts";

const settings = meshSettings({});
const nodeFailover = config("DestinationRule", "app/near", {
  host: "db",
  trafficPolicy: { loadBalancer: { localityLbSetting: { failoverPriority: ["kubernetes.io/hostname"] } } },
});

/** Whether two proxies that differ by node (or by what `metadata` says) share a view. */
function share(services: readonly Service[], resources: readonly ReturnType<typeof config>[] = [], metadata?: object) {
  const snapshot = buildSnapshot({ settings, registry: registryOf(...services), resources, now: 0 });
  const keyAt = (node: string, hash: string) => {
    const LABELS = { "pod-template-hash": hash };
    const node1 = { id: "sidecar~10.0.0.1~web.app~app.svc", metadata: { NODE_NAME: node, LABELS, ...metadata } };
    return proxyScope(snapshot, parseProxy(node1)).key;
  };
  return keyAt("n1", "a") === keyAt("n2", "b");
}

describe("proxies on different nodes", () => {
  test("share a view where nothing is chosen by node", () => {
    assert.equal(share([service("app/db")]), true);
  });

  test("do not where a service is for its node only, or prefers it", () => {
    assert.equal(share([service("app/db", { nodeLocal: true })]), false);
    assert.equal(share([service("app/db", { trafficDistribution: "prefer-same-node" })]), false);
    assert.equal(share([service("app/db", { trafficDistribution: "prefer-same-zone" })]), true);
  });

  test("do not where a rule prefers endpoints of the same node", () => {
    assert.equal(share([service("app/db")], [nodeFailover]), false);
  });
});

test("generations of a workload differ only if the proxy asks for its own peers", () => {
  assert.equal(share([service("app/db")], [], { ENABLE_SELF_DISCOVERY: "true" }), false);
});
