import type { Resource } from "../../api/index.ts";

/** A node in places. */
export function node(name: string, labels: { readonly [key: string]: string } = {}): Resource {
  return { apiVersion: "v1", kind: "Node", metadata: { name, labels } };
}

/** A Service whose clients stay in a place, where keys are given. */
export function service(name: string, keys?: readonly string[], metadata: object = {}): Resource {
  const annotations = keys ? { topologyKeys: JSON.stringify(keys) } : {};
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "default", annotations, ...metadata },
    spec: { clusterIP: "10.96.0.1", ports: [{ port: 80, protocol: "TCP", targetPort: 8080 }] },
  };
}

/** A slice of a Service, with one endpoint for each node that is named. */
export function slice(name: string, serviceName: string, nodes: readonly string[], metadata: object = {}): Resource {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name,
      namespace: "default",
      labels: { "kubernetes.io/service-name": serviceName },
      ...metadata,
    },
    addressType: "IPv4",
    endpoints: nodes.map((nodeName, i) => ({ addresses: [`10.1.0.${i + 1}`], conditions: { ready: true }, nodeName })),
    ports: [{ name: "", protocol: "TCP", port: 8080 }],
  };
}

/** The same in the older form. */
export function endpoints(name: string, nodes: readonly string[], metadata: object = {}): Resource {
  const addresses = nodes.map((nodeName, i) => ({ ip: `10.1.0.${i + 1}`, nodeName }));
  const subsets = addresses.length === 0 ? [] : [{ addresses, ports: [{ port: 8080, protocol: "TCP" }] }];
  return { apiVersion: "v1", kind: "Endpoints", metadata: { name, namespace: "default", ...metadata }, subsets };
}
