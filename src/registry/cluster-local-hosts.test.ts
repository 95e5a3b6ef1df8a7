import assert from "node:assert/strict";
import { test } from "node:test";
import { clusterLocalHosts } from "./cluster-local-hosts.ts";
import { defaultRegistrySettings } from "./registry-settings.ts";

test("the most specific host decides whether a service stays in its cluster", () => {
  const isLocal = clusterLocalHosts({
    ...defaultRegistrySettings,
    serviceSettings: [
      { settings: { clusterLocal: true }, hosts: ["*.prod.svc.cluster.local"] },
      {
        settings: { clusterLocal: false },
        hosts: ["shared.prod.svc.cluster.local", "*.kube-system.svc.cluster.local"],
      },
    ],
  });
  const cases = [
    ["kubernetes.default.svc.cluster.local", true],
    ["dns.kube-system.svc.cluster.local", false],
    ["a.prod.svc.cluster.local", true],
    ["shared.prod.svc.cluster.local", false],
    ["a.test.svc.cluster.local", false],
  ] as const;
  for (const [host, expected] of cases) assert.equal(isLocal(host), expected, host);
  assert.equal(clusterLocalHosts(defaultRegistrySettings)("dns.kube-system.svc.cluster.local"), true);
});
