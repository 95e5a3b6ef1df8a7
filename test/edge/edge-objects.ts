import type { KubeObject } from "../peers/kube-client.ts";

/** A node in a zone; kube-proxy wants to know its address. */
export function node(name: string, zone1: string, address = "192.0.2.1"): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { zone1, "kubernetes.io/hostname": name } },
    spec: {},
    status: { addresses: [{ type: "InternalIP", address }] },
  };
}

/** A Service whose clients stay in their zone. */
export function zoneService(name: string, port = 80): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "default", annotations: { topologyKeys: '["zone1"]' } },
    spec: { ports: [{ name: "web", port, protocol: "TCP", targetPort: 8080 }] },
  };
}

/** A slice of a Service: an endpoint on each node, with its address. */
export function slice(
  name: string,
  service: string,
  endpoints: readonly (readonly [node: string, address: string])[],
  port = 8080,
): KubeObject {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name, namespace: "default", labels: { "kubernetes.io/service-name": service } },
    addressType: "IPv4",
    endpoints: endpoints.map(([nodeName, address]) => ({
      addresses: [address],
      conditions: { ready: true },
      nodeName,
    })),
    ports: [{ name: "web", protocol: "TCP", port }],
  };
}

/** The same in the older form. */
export function endpoints(name: string, addresses: readonly (readonly [node: string, address: string])[]): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name, namespace: "default" },
    subsets: [
      {
        addresses: addresses.map(([nodeName, ip]) => ({ ip, nodeName })),
        ports: [{ name: "web", port: 8080, protocol: "TCP" }],
      },
    ],
  };
}
