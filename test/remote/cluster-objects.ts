import { builtInCatalog } from "../../src/api/index.ts";
import { remoteAccessRules } from "../../src/main/kubernetes/access-rules.ts";
import type { KubeAccess, KubeClient, KubeObject } from "../peers/kube-client.ts";

/** The name of Envoy's cluster of a Service of `app`. */
export const clusterOf = (service: string) => `outbound|80||${service}.app.svc.cluster.local`;

export function namespace(name: string, labels: object = {}): KubeObject {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
}

/** A Service of `app` whose endpoints are written by hand. */
export function service(name: string, rest: object = {}, labels: object = {}): KubeObject {
  const spec = { ports: [{ name: "http", port: 80, targetPort: 8080 }], ...rest };
  return { apiVersion: "v1", kind: "Service", metadata: { name, namespace: "app", labels }, spec };
}

/** A ready pod of `app`, with a sidecar or without. */
export function pod(name: string, podIP: string, sidecar = true): KubeObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "app", labels: sidecar ? { "security.istio.io/tlsMode": "istio" } : {} },
    spec: { containers: [{ name: "app", image: "app" }], serviceAccountName: "default" },
    status: { phase: "Running", podIP, podIPs: [{ ip: podIP }], conditions: [{ type: "Ready", status: "True" }] },
  };
}

/** The endpoints of a Service: pods, by name and address. */
export function slice(of: string, pods: readonly (readonly [name: string, address: string])[]): KubeObject {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name: `${of}-1`, namespace: "app", labels: { "kubernetes.io/service-name": of } },
    addressType: "IPv4",
    ports: [{ name: "http", port: 8080, protocol: "TCP" }],
    endpoints: pods.map(([name, address]) => ({
      addresses: [address],
      conditions: { ready: true },
      targetRef: { kind: "Pod", name, namespace: "app" },
    })),
  };
}

/** A gateway into a network from others, by its address outside of the cluster. */
export function eastWestGateway(network: string, address: string): KubeObject {
  const labels = { "topology.istio.io/network": network };
  return service("gateway", { externalIPs: [address], ports: [{ name: "tls", port: 15443 }] }, labels);
}

/** Pods behind a Service, each with its address, and the Service's endpoints. */
export async function createPods(
  client: Pick<KubeClient, "create">,
  of: string,
  addresses: readonly string[],
  sidecar = true,
): Promise<void> {
  const pods = addresses.map((address, i) => [`${of}-${i}`, address] as const);
  for (const [name, address] of pods) await client.create(pod(name, address, sidecar));
  await client.create(service(of));
  await client.create(slice(of, pods));
}

/** A kubeconfig with everything inside. */
export function kubeconfigOf({ url, token, authority }: KubeAccess): string {
  const cluster = { server: url, "certificate-authority-data": Buffer.from(authority).toString("base64") };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "remote", cluster }],
    users: [{ name: "reader", user: { token } }],
    contexts: [{ name: "remote", context: { cluster: "remote", user: "reader" } }],
    "current-context": "remote",
  });
}

/** A Secret that makes clusters a part of the mesh, by their kubeconfigs. */
export function remoteSecret(name: string, kubeconfigs: { readonly [cluster: string]: string }): KubeObject {
  const data = Object.entries(kubeconfigs).map(([cluster, text]) => [cluster, Buffer.from(text).toString("base64")]);
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace: "istio-system", labels: { "istio/multiCluster": "true" } },
    data: Object.fromEntries(data),
  };
}

/** What a user or account must be allowed to follow a remote cluster, as Fairway's own list has it. */
export function readerRole(subject: {
  readonly kind: "User" | "ServiceAccount";
  readonly name: string;
  readonly namespace?: string;
}): readonly KubeObject[] {
  const apiGroup = "rbac.authorization.k8s.io";
  const apiVersion = `${apiGroup}/v1`;
  const metadata = { name: "mesh-reader" };
  const rules = remoteAccessRules(builtInCatalog()).map(({ group, resource, verbs }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs,
  }));
  const subjects = [{ ...subject, ...(subject.kind === "User" && { apiGroup }) }];
  const roleRef = { kind: "ClusterRole", name: metadata.name, apiGroup };
  return [
    { apiVersion, kind: "ClusterRole", metadata, rules },
    { apiVersion, kind: "ClusterRoleBinding", metadata, subjects, roleRef },
  ];
}
