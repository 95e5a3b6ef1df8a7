import assert from "node:assert/strict";
import { test } from "node:test";
import { parseProxy } from "../core/index.ts";
import { type ProxyBootstrap, proxyBootstrap } from "./proxy-bootstrap.ts";

const plain: ProxyBootstrap = {
  type: "router",
  name: "gw-1",
  namespace: "edge",
  ip: "10.0.0.1",
  serviceAccount: "gateway",
  labels: { app: "gw" },
  metadata: { CLUSTER_ID: "one", NAME: "other" },
  domainSuffix: "cluster.local",
  mode: "delta",
  xds: { host: "127.0.0.1", port: 15010 },
};

interface Shape {
  readonly node: { readonly id: string; readonly cluster: string; readonly metadata: object };
  readonly admin?: unknown;
  readonly dynamicResources: { readonly adsConfig: { readonly apiType: string } };
  readonly staticResources: {
    readonly clusters: readonly { readonly type: string; readonly transportSocket?: object }[];
  };
}
const made = (change: Partial<ProxyBootstrap> = {}) => proxyBootstrap({ ...plain, ...change }) as Shape;

test("the node is what the control plane reads from it", () => {
  const { node } = made();
  const { type, dialect, addresses, name, namespace, serviceAccount, labels, cluster } = parseProxy(node);
  assert.deepEqual(
    { type, dialect, addresses, name, namespace, serviceAccount, labels, cluster },
    {
      type: "router",
      dialect: "envoy",
      addresses: ["10.0.0.1"],
      name: "gw-1",
      namespace: "edge",
      serviceAccount: "gateway",
      labels: { app: "gw" },
      cluster: "one",
    },
  );
  assert.equal(node.cluster, "gw.edge");
  assert.equal((node.metadata as { NAME: string }).NAME, "other");
});

test("the control plane is reached by its address or its name, and in the form that is asked for", () => {
  const clusterOf = (change: Partial<ProxyBootstrap>) => made(change).staticResources.clusters[0];
  assert.equal(clusterOf({})?.type, "STATIC");
  assert.equal(clusterOf({ xds: { host: "fairway.example.com", port: 1 } })?.type, "STRICT_DNS");
  assert.equal(made().dynamicResources.adsConfig.apiType, "DELTA_GRPC");
  assert.equal(made({ mode: "sotw" }).dynamicResources.adsConfig.apiType, "GRPC");
  assert.ok(!("admin" in made()));
  assert.ok("admin" in made({ admin: { host: "127.0.0.1", port: 15000 } }));
});

test("TLS verifies the control plane by name, and no key is in the bootstrap", () => {
  const socket = JSON.stringify(
    made({ tls: { authority: "CA", identityFile: "/id.json" } }).staticResources.clusters[0]?.transportSocket,
  );
  assert.match(socket, /"trustedCa":\{"inlineString":"CA"\}/);
  assert.match(socket, /"sanType":"DNS","matcher":\{"exact":"fairway"\}/);
  assert.match(socket, /"path":"\/id\.json"/);
  assert.ok(!("transportSocket" in (made().staticResources.clusters[0] ?? {})));
});
