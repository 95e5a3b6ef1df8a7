import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { builtInCatalog } from "../../api/index.ts";
import { parseProxy } from "../../core/index.ts";
import { entryOfGroup } from "./entry-of-group.ts";
import { machine, workloadGroup } from "./testing/workload-objects.ts";

const kinds = builtInCatalog();
const claim = { namespace: "app", name: "vms-10.0.0.1", group: "vms" };

suite("an entry that is made of a group", () => {
  const made = workloadGroup("vms", {
    metadata: {
      labels: { app: "web", tier: "group" },
      annotations: { note: "x", "istio.io/autoRegistrationGroup": "y" },
    },
    template: { ports: { http: 8080 }, labels: { app: "old", version: "v1" }, network: "west" },
  });
  const group = { ...made, metadata: { ...made.metadata, uid: "u" } };

  test("has the template, the group's labels over it, and the proxy's over those", () => {
    const proxy = parseProxy({
      id: "sidecar~10.0.0.1~vm.app~app.svc.cluster.local",
      metadata: { LABELS: { tier: "own" }, NETWORK: "east" },
      locality: { region: "r", zone: "z" },
    });
    const entry = entryOfGroup(claim, proxy, group, kinds);
    const labels = { app: "web", version: "v1", tier: "own" };
    assert.deepEqual(entry.spec, {
      address: "10.0.0.1",
      ports: { http: 8080 },
      labels,
      network: "east",
      locality: "r/z",
      serviceAccount: "vm",
    });
    assert.deepEqual(entry.metadata, {
      name: "vms-10.0.0.1",
      namespace: "app",
      labels,
      annotations: { note: "x", "istio.io/autoRegistrationGroup": "vms" },
      ownerReferences: [
        { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "vms", uid: "u", controller: true },
      ],
    });
  });

  test("waits for a health report if the agent beside the proxy probes", () => {
    const probing = machine({ PROXY_CONFIG: { readinessProbe: { httpGet: { port: 80 } } } });
    const { annotations } = entryOfGroup(claim, probing, group, kinds).metadata;
    assert.equal(annotations?.["proxy.istio.io/health-checks-enabled"], "true");
  });

  test("is none if it would not be valid", () => {
    const odd = machine({ LABELS: { app: "not a label" } });
    assert.throws(() => entryOfGroup(claim, odd, group, kinds), {
      code: "BadRequest",
      message: /no WorkloadEntry app\/vms-10.0.0.1 can be made: .*labels.app must be up to 63/,
    });
  });
});
