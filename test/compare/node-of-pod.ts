import type { NodeIdentity } from "../../src/core/index.ts";
import type { KubeObject } from "../peers/kube-client.ts";

/** A node as a proxy beside a pod would introduce itself. */
export interface ComparedNode extends NodeIdentity {
  readonly cluster: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface PodView {
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly spec: { readonly serviceAccountName?: string; readonly nodeName?: string };
  readonly status: { readonly podIPs: readonly { readonly ip: string }[] };
}

/** What the agent of Istio's proxy would send for this pod as a sidecar. */
export function sidecarOf(pod: KubeObject): ComparedNode {
  const { metadata, spec, status } = pod as unknown as PodView;
  const { name, namespace = "default", labels = {} } = metadata;
  const addresses = status.podIPs.map(({ ip }) => ip);
  const workload = labels["app"] ?? name;
  return {
    id: `sidecar~${addresses[0]}~${name}.${namespace}~${namespace}.svc.cluster.local`,
    cluster: `${workload}.${namespace}`,
    metadata: {
      NAME: name,
      NAMESPACE: namespace,
      CLUSTER_ID: "Kubernetes",
      MESH_ID: "cluster.local",
      ISTIO_VERSION: "1.31.0",
      SERVICE_ACCOUNT: spec.serviceAccountName ?? "default",
      INSTANCE_IPS: addresses.join(","),
      NODE_NAME: spec.nodeName,
      WORKLOAD_NAME: workload,
      INTERCEPTION_MODE: "REDIRECT",
      ENVOY_STATUS_PORT: 15021,
      ENVOY_PROMETHEUS_PORT: 15090,
      LABELS: labels,
    },
  };
}

/** The same node as a plain Envoy, which is sent nothing that upstream Envoy does not have. */
export function asPlainEnvoy(node: ComparedNode): ComparedNode {
  const { ISTIO_VERSION: _, ...metadata } = node.metadata;
  return { ...node, metadata };
}
