import type { Resource } from "../src/api/index.ts";
import { OddServer } from "../src/edge/testing/odd-server.ts";

/** How the endpoints of each Service are spread. */
export const endpointsPerService = 10;
const nodeCount = 100;
const zoneCount = 10;

/** A node; the first is the one that the wrapper is for. */
export function nodeObject(i: number, zone = i % zoneCount): Resource {
  return { apiVersion: "v1", kind: "Node", metadata: { name: `node-${i}`, labels: { zone: `zone-${zone}` } } };
}

/** Each Service has an endpoint in every zone. */
function nodesOf(service: number): readonly string[] {
  return Array.from(
    { length: endpointsPerService },
    (_, i) => `node-${(service * endpointsPerService + i) % nodeCount}`,
  );
}

function addressOf(service: number, endpoint: number): string {
  return `10.${service >> 8}.${service & 255}.${endpoint + 1}`;
}

function serviceObject(i: number): Resource {
  const metadata = { name: `svc-${i}`, namespace: "default", annotations: { topologyKeys: '["zone"]' } };
  const spec = { clusterIP: `10.96.${i >> 8}.${i & 255}`, ports: [{ port: 80, protocol: "TCP", targetPort: 8080 }] };
  return { apiVersion: "v1", kind: "Service", metadata, spec };
}

/** The slice of a Service; `ready` is the state of its first endpoint. */
export function sliceObject(service: number, ready = true): Resource {
  const name = `svc-${service}`;
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: `${name}-1`, namespace: "default", labels: { "kubernetes.io/service-name": name } },
    addressType: "IPv4",
    endpoints: nodesOf(service).map((nodeName, i) => ({
      addresses: [addressOf(service, i)],
      conditions: { ready: i > 0 || ready, serving: true, terminating: false },
      nodeName,
      targetRef: { kind: "Pod", namespace: "default", name: `${name}-${i}`, uid: `${service}-${i}` },
    })),
    ports: [{ name: "", protocol: "TCP", port: 8080 }],
  };
}

function endpointsObject(service: number): Resource {
  const addresses = nodesOf(service).map((nodeName, i) => ({ ip: addressOf(service, i), nodeName }));
  const metadata = { name: `svc-${service}`, namespace: "default" };
  return { apiVersion: "v1", kind: "Endpoints", metadata, subsets: [{ addresses, ports: [{ port: 8080 }] }] };
}

/** An API server with so many Services, which costs nothing but what it says. */
export function clusterServer(services: number): OddServer {
  const server = new OddServer();
  const each = <T>(make: (i: number) => T) => Array.from({ length: services }, (_, i) => make(i));
  server.objects.set(
    "nodes",
    Array.from({ length: nodeCount }, (_, i) => nodeObject(i)),
  );
  server.objects.set("services", each(serviceObject));
  server.objects.set(
    "endpointslices",
    each((i) => sliceObject(i)),
  );
  server.objects.set("endpoints", each(endpointsObject));
  return server;
}
