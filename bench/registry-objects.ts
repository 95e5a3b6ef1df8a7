import type { Resource } from "../src/api/index.ts";

/** How many pods are behind each service. */
export const podsPerService = 5;

/** How many services share a namespace. */
const servicesPerNamespace = 50;

const zones = 6;

/** All objects of a cluster with so many services: nodes, namespaces, Services, their pods and slices. */
export function* clusterObjects(services: number): Generator<Resource> {
  for (let i = 0; i < 100; i++) yield nodeObject(i);
  for (let i = 0; i < services; i += servicesPerNamespace) {
    yield { apiVersion: "v1", kind: "Namespace", metadata: { name: namespaceOf(i) } };
  }
  for (let i = 0; i < services; i++) {
    yield serviceObject(i);
    for (let j = 0; j < podsPerService; j++) yield podObject(i, j);
    yield sliceObject(i, podsPerService);
  }
}

/** The namespace of a service. */
export const namespaceOf = (i: number): string => `ns-${Math.floor(i / servicesPerNamespace)}`;
const addressOf = (i: number, j: number): string => {
  const n = i * podsPerService + j;
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
};

function nodeObject(i: number): Resource {
  const labels = {
    "topology.kubernetes.io/region": `region-${i % 2}`,
    "topology.kubernetes.io/zone": `zone-${i % zones}`,
  };
  return { apiVersion: "v1", kind: "Node", metadata: { name: `node-${i}`, labels } };
}

/** One Service; `port` tells versions of it apart. */
export function serviceObject(i: number, port = 80): Resource {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: {
      name: `service-${i}`,
      namespace: namespaceOf(i),
      labels: { app: `service-${i}` },
      creationTimestamp: "2026-01-01T00:00:00Z",
    },
    spec: {
      clusterIP: `10.${96 + ((i >> 16) & 15)}.${(i >> 8) & 255}.${i & 255}`,
      selector: { app: `service-${i}` },
      ports: [{ name: "http", port, targetPort: 8080, protocol: "TCP" }],
    },
  };
}

function podObject(i: number, j: number): Resource {
  const app = `service-${i}`;
  const labels = {
    app,
    version: `v${j % 2}`,
    "security.istio.io/tlsMode": "istio",
    "service.istio.io/canonical-name": app,
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `${app}-${j}`, namespace: namespaceOf(i), labels },
    spec: { nodeName: `node-${(i + j) % 100}`, serviceAccountName: app, containers: [{ name: "app" }] },
    status: { phase: "Running", podIP: addressOf(i, j), conditions: [{ type: "Ready", status: "True" }] },
  };
}

/** The slice of a Service with so many of its pods. */
export function sliceObject(i: number, pods: number): Resource {
  const namespace = namespaceOf(i);
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: `service-${i}-a`, namespace, labels: { "kubernetes.io/service-name": `service-${i}` } },
    addressType: "IPv4",
    ports: [{ name: "http", port: 8080, protocol: "TCP" }],
    endpoints: Array.from({ length: pods }, (_, j) => ({
      addresses: [addressOf(i, j)],
      conditions: { ready: true },
      targetRef: { kind: "Pod", name: `service-${i}-${j}`, namespace },
    })),
  };
}
