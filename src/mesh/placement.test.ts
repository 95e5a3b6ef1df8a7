import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keyOf, type Resource } from "../api/index.ts";
import { parseProxy } from "../core/index.ts";
import { Registry } from "../registry/index.ts";
import { pod, service } from "../registry/testing/objects.ts";
import { meshSettings } from "./mesh-settings.ts";
import { buildSnapshot } from "./mesh-snapshot.ts";
import { placementOf } from "./placement.ts";
import { config } from "./testing/configs.ts";

function placed(type: string, resources: readonly Resource[]) {
  const registry = new Registry();
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const snapshot = buildSnapshot({ settings: meshSettings({}), registry: registry.snapshot, resources, now: 0 });
  // It says of itself that it is another workload than the one that is known by its address.
  const metadata = { LABELS: { app: "said" } };
  return placementOf(snapshot, parseProxy({ id: `${type}~10.0.0.1~p.app~app.svc.cluster.local`, metadata }));
}

const labelled = (app: string) => ({ workloadSelector: { labels: { app } } });
const known = [pod("p", "10.0.0.1", {}, { labels: { app: "known" } })];

describe("what a proxy is to the mesh", () => {
  test("goes by its workload's labels: what it serves, and its Sidecar", () => {
    const objects = [
      service("said"),
      service("known"),
      config("Sidecar", "app/said", labelled("said")),
      config("Sidecar", "app/known", labelled("known")),
    ];
    const { labels, targets, sidecar } = placed("sidecar", [...known, ...objects]);
    assert.equal(labels["app"], "known");
    assert.deepEqual([targets.map((each) => each.service.name), sidecar?.name], [["known"], "known"]);
    const alone = placed("sidecar", objects);
    assert.equal(alone.labels["app"], "said", "its word is taken while nothing else is known");
    assert.deepEqual([alone.targets.map((each) => each.service.name), alone.sidecar?.name], [["said"], "said"]);
  });

  test("is of a gateway what Gateways for its labels say, on the ports that lead to it, and no Sidecar", () => {
    const gateway = (app: string, port: number) => {
      const servers = [{ port: { number: port, name: "http", protocol: "HTTP" }, hosts: ["*"] }];
      return config("Gateway", `app/${app}`, { selector: { app }, servers });
    };
    const objects = [
      ...known,
      service("known", { ports: [{ name: "http", port: 80, targetPort: 8443 }] }),
      gateway("said", 81),
      gateway("known", 80),
      config("Sidecar", "app/known", labelled("known")),
    ];
    const { gateways, sidecar } = placed("router", objects);
    assert.equal(sidecar, undefined);
    assert.deepEqual(
      gateways?.listeners.map(({ port }) => port),
      [8443],
    );
    assert.equal(placed("sidecar", objects).gateways, undefined);
  });
});
