import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { endpointAddress, endpointCount, namespaceOf } from "./sample-mesh.ts";

/** A simulated sidecar. */
export interface SimulatedSidecar {
  readonly namespace: string;
  /** Its Node message, encoded. */
  readonly node: Uint8Array;
}

/**
 * Sidecars are the pods of the first services, all endpoints of one before the next: each has the address, namespace and
 * label of its service. With more sidecars than endpoints, those that are left over match none.
 */
export function simulatedSidecars(count: number, services: number): readonly SimulatedSidecar[] {
  const codec = loadEnvoyCodec();
  return Array.from({ length: count }, (_, i) => {
    const own = Math.floor(i / endpointCount);
    const app = own < services ? `svc-${own}` : `client-${own}`;
    const ip = own < services ? endpointAddress(own, i % endpointCount) : `10.250.${(i >> 8) & 255}.${i & 255}`;
    const namespace = namespaceOf(own);
    const metadata = {
      NAMESPACE: namespace,
      CLUSTER_ID: "Kubernetes",
      ISTIO_VERSION: "1.31.0",
      MESH_ID: "cluster.local",
      SERVICE_ACCOUNT: "default",
      INSTANCE_IPS: ip,
      LABELS: { app, version: "v1" },
    };
    const id = `sidecar~${ip}~${app}-${i % endpointCount}.${namespace}~${namespace}.svc.cluster.local`;
    const node = { id, cluster: `${app}.${namespace}`, metadata, userAgentName: "envoy" };
    return { namespace, node: codec.encode("envoy.config.core.v3.Node", node) };
  });
}
