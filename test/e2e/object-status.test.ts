import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { xdsTypes } from "../../src/deliver/index.ts";
import { HeldConfig } from "../kubernetes/held-config.ts";
import { accessOf, KubeClient } from "../peers/kube-client.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const networking = "networking.istio.io/v1";
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web", namespace: "app" },
  spec: { clusterIP: "10.0.0.9", ports: [{ name: "http", port: 80 }] },
};
const rule = (subset: string, maxConnections: number) => ({
  apiVersion: networking,
  kind: "DestinationRule",
  metadata: { name: "web", namespace: "app" },
  spec: {
    host: "web",
    trafficPolicy: { connectionPool: { tcp: { maxConnections } } },
    subsets: [{ name: subset, labels: { version: subset } }],
  },
});
const virtualService = (subset: string) => ({
  apiVersion: networking,
  kind: "VirtualService",
  metadata: { name: "web", namespace: "app" },
  spec: { hosts: ["web"], http: [{ route: [{ destination: { host: "web", subset } }] }] },
});

interface Status {
  readonly observedGeneration?: number;
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message: string }[];
  readonly validationMessages?: readonly { readonly type: { readonly code: string } }[];
}

describe("the status of objects", { timeout: 90_000 }, () => {
  const { dir, remove } = scratch();
  const config = join(dir, "config");
  const write = (object: { readonly kind: string }) =>
    writeFileSync(join(config, `${object.kind}.yaml`), JSON.stringify(object));
  let server: RunningFairway;
  let api: KubeClient;
  const statusOf = async (kind: string) => {
    const [object] = await api.list(networking, kind);
    return (object?.["status"] ?? {}) as Status;
  };
  const said = async (kind: string) => {
    const { observedGeneration, conditions = [], validationMessages = [] } = await statusOf(kind);
    const codes = validationMessages.map(({ type }) => type.code);
    return [...conditions.map(({ type, status }) => `${type} ${status}`), ...codes, observedGeneration].join(" ");
  };
  const pushes = async () => {
    const text = await (await fetch(`${server.addresses.get("http")}/metrics`)).text();
    return text.split("\n").filter((line) => line.startsWith("pilot_xds_pushes"));
  };

  before(async () => {
    mkdirSync(config);
    for (const object of [service, rule("v1", 1), virtualService("v2")]) write(object);
    const flags = ["--object-status", "true", "--log-scopes", "mesh=debug"];
    server = await startFairway(join(dir, "data"), ["--config-dir", config, ...flags]);
    api = new KubeClient(await accessOf(join(server.dataDir, "kubeconfig")));
  });
  after(async () => {
    api?.close();
    await server?.stop();
    remove();
  });

  test("tells what is wrong with them, and that it no longer is", async () => {
    await eventually(async () => assert.equal(await said("VirtualService"), "Accepted False IST0101 1"));
    const { conditions: [condition] = [] } = await statusOf("VirtualService");
    assert.match(condition?.message ?? "", /^IST0101: spec.http\[0\].route\[0\].destination/);
    write(virtualService("v1"));
    await eventually(async () => assert.equal(await said("VirtualService"), "Accepted True 2"));
  });

  test("makes no push when it is written", async () => {
    await eventually(async () => assert.equal(await said("DestinationRule"), "Accepted True 1"));
    const node = { id: "sidecar~10.0.0.1~a.app~app.svc.cluster.local" };
    const types = [xdsTypes.cluster, xdsTypes.listener];
    const proxy = new HeldConfig(server.addresses.get("xds") ?? "", node, types);
    await eventually(async () => types.every((type) => proxy.names(type).length > 0));
    const first = proxy.responses.length;
    write(rule("v1", 2));
    await eventually(async () => proxy.responses.length > first);
    const before = await pushes();
    await eventually(async () => assert.equal(await said("DestinationRule"), "Accepted True 2"));
    await eventually(async () => /Nothing that is read changed.*"kind":"DestinationRule"/.test(server.errors()));
    assert.deepEqual(await pushes(), before);
    await proxy.close();
  });
});
