import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../peers/kube-client.ts";
import { expandWorkloads } from "./expand-workloads.ts";

const deployment: KubeObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 5,
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ ports: [{ name: "main", containerPort: 8080 }] }] },
    },
  },
};

const service = (spec: object): KubeObject => {
  return { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec };
};

test("workloads get pods, and services addresses and endpoints", () => {
  const ports = [{ name: "http", port: 80, targetPort: "main" }];
  const made = expandWorkloads([deployment, service({ selector: { app: "web" }, ports })]);
  assert.deepEqual(
    made.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    ["Deployment web", "Service web", "Pod web-0", "Pod web-1", "EndpointSlice web-ipv4"],
  );
  assert.deepEqual(made[1]?.["spec"], { selector: { app: "web" }, ports, clusterIP: "10.96.200.2" });
  const slice = made[4] as unknown as { ports: object[]; endpoints: { addresses: string[] }[] };
  assert.deepEqual(slice.ports, [{ name: "http", port: 8080, protocol: "TCP" }]);
  assert.deepEqual(
    slice.endpoints.map(({ addresses }) => addresses),
    [["10.20.0.1"], ["10.20.0.2"]],
  );
});

test("a dual-stack service has endpoints of both families", () => {
  const spec = { selector: { app: "web" }, ipFamilies: ["IPv6", "IPv4"], ports: [{ port: 80 }] };
  const made = expandWorkloads([deployment, service(spec)]);
  const slices = made.filter(({ kind }) => kind === "EndpointSlice");
  assert.deepEqual(
    slices.map((slice) => slice["addressType"]),
    ["IPv6", "IPv4"],
  );
});

test("what selects nothing has no endpoints, and other objects stay as they are", () => {
  const other: KubeObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };
  assert.deepEqual(expandWorkloads([other]), [other]);
  assert.equal(expandWorkloads([service({ selector: { app: "none" }, ports: [] })]).length, 1);
});
