import assert from "node:assert/strict";
import { test } from "node:test";
import { meshSettings, visibilityOf } from "./mesh-settings.ts";

test("defaults are those of a mesh that says nothing", () => {
  const { rootNamespace, domainSuffix, trustDomain, autoMtls, outboundTrafficPolicy } = meshSettings({});
  assert.deepEqual(
    { rootNamespace, domainSuffix, trustDomain, autoMtls, outboundTrafficPolicy },
    {
      rootNamespace: "istio-system",
      domainSuffix: "cluster.local",
      trustDomain: "cluster.local",
      autoMtls: true,
      outboundTrafficPolicy: { mode: "ALLOW_ANY" },
    },
  );
});

for (const [said, exportTo, expected] of [
  [undefined, undefined, "all"],
  [["."], undefined, new Set(["app"])],
  [["."], ["*"], "all"],
  [["*"], ["."], new Set(["app"])],
  [["*"], ["~"], new Set()],
  [["~"], [], new Set()],
] as const) {
  test(`the mesh says ${said}, the object ${exportTo}`, () => {
    const settings = meshSettings({ config: { ...(said && { defaultVirtualServiceExportTo: [...said] }) } });
    assert.deepEqual(visibilityOf(settings, "virtualService", "app", exportTo), expected);
  });
}

for (const [host, expected] of [
  ["kubernetes.default.svc.cluster.local", true],
  ["dns.kube-system.svc.cluster.local", true],
  ["a.app.svc.cluster.local", false],
  ["a.local-only.svc.cluster.local", true],
  ["shared.local-only.svc.cluster.local", false],
] as const) {
  test(`${host} is ${expected ? "" : "not "}for its own cluster only`, () => {
    const serviceSettings = [
      { settings: { clusterLocal: true }, hosts: ["*.local-only.svc.cluster.local"] },
      { settings: { clusterLocal: false }, hosts: ["shared.local-only.svc.cluster.local"] },
    ];
    assert.equal(meshSettings({ config: { serviceSettings } }).isClusterLocal(host), expected);
  });
}
