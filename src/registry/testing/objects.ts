import type { Resource } from "../../api/index.ts";
import { keyOf } from "../../api/index.ts";
import type { ResourceChange } from "../../core/index.ts";

interface Meta {
  readonly namespace?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  readonly creationTimestamp?: string;
}

/** An object of a kind with just what a test says of it. */
export function object(apiVersion: string, kind: string, name: string, meta: Meta, rest: object = {}): Resource {
  return { apiVersion, kind, metadata: { name, ...meta }, ...rest };
}

export function service(name: string, spec: object = {}, meta: Meta = {}, status?: object): Resource {
  const ports = [{ name: "http", port: 80, targetPort: 8080, protocol: "TCP" }];
  const full = { type: "ClusterIP", clusterIP: "10.96.0.1", selector: { app: name }, ports, ...spec };
  return object("v1", "Service", name, { namespace: "app", ...meta }, { spec: full, ...(status && { status }) });
}

export function slice(
  name: string,
  of: string,
  endpoints: readonly object[],
  rest: object = {},
  meta: Meta = {},
): Resource {
  const labels = { "kubernetes.io/service-name": of };
  const ports = [{ name: "http", port: 8080, protocol: "TCP" }];
  const body = { addressType: "IPv4", ports, endpoints, ...rest };
  return object("discovery.k8s.io/v1", "EndpointSlice", name, { namespace: "app", labels, ...meta }, body);
}

/** An endpoint of a slice for a pod. */
export function podEndpoint(pod: string, address: string, conditions: object = { ready: true }): object {
  return { addresses: [address], conditions, targetRef: { kind: "Pod", name: pod, namespace: "app" } };
}

export function pod(name: string, address: string, spec: object = {}, meta: Meta = {}, status: object = {}): Resource {
  const labels = { app: "web", "security.istio.io/tlsMode": "istio" };
  return object(
    "v1",
    "Pod",
    name,
    { namespace: "app", labels, ...meta },
    {
      spec: {
        containers: [{ name: "app", ports: [{ name: "web", containerPort: 8080 }] }],
        nodeName: "node-a",
        ...spec,
      },
      status: { phase: "Running", podIP: address, conditions: [{ type: "Ready", status: "True" }], ...status },
    },
  );
}

export function node(
  name: string,
  labels: { readonly [key: string]: string },
  addresses: readonly object[] = [],
): Resource {
  return object("v1", "Node", name, { labels }, { status: { addresses } });
}

export function namespace(name: string, labels: { readonly [key: string]: string } = {}): Resource {
  return object("v1", "Namespace", name, { labels });
}

export function serviceEntry(name: string, spec: object, meta: Meta = {}, status?: object): Resource {
  const ports = [{ number: 80, name: "http", protocol: "HTTP" }];
  const full = { hosts: [`${name}.example.com`], ports, ...spec };
  const rest = { spec: full, ...(status && { status }) };
  return object("networking.istio.io/v1", "ServiceEntry", name, { namespace: "app", ...meta }, rest);
}

export function workloadEntry(name: string, spec: object, meta: Meta = {}, status?: object): Resource {
  const rest = { spec, ...(status && { status }) };
  return object("networking.istio.io/v1", "WorkloadEntry", name, { namespace: "app", ...meta }, rest);
}

/** The changes by which objects come. */
export function added(...resources: readonly Resource[]): readonly ResourceChange[] {
  return resources.map((after) => ({ key: keyOf(after), after }));
}

/** The changes by which objects go. */
export function removed(...resources: readonly Resource[]): readonly ResourceChange[] {
  return resources.map((before) => ({ key: keyOf(before), before }));
}
