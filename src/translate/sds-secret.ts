import type { Dialect } from "../core/index.ts";
import type { ApiConfigSource } from "../gen/envoy/config/core/v3.ts";
import type { SdsSecretConfig } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";

/** Secrets of the workload itself: its certificate and the mesh's roots. */
export const workloadCertificate = "default";
export const meshRoots = "ROOTCA";

const servedBy = (clusterName: string): ApiConfigSource => ({
  apiType: "GRPC",
  grpcServices: [{ envoyGrpc: { clusterName } }],
  setNodeOnFirstMessageOnly: true,
  transportApiVersion: "V3",
});

/** Where the agent beside the proxy serves the workload's secrets. */
const agent = servedBy("sds-grpc");

/**
 * A secret of the workload's own. The agent beside Istio's proxies serves it, and it is waited for: without it nothing
 * works. Plain Envoy has no agent: the control plane serves it, and to nobody who cannot prove who he is. Waiting has an
 * end then, so that who is sent none can at least do what needs none; TLS without its secret takes no connections.
 */
export function workloadSecret(name: string, dialect: Dialect): SdsSecretConfig {
  if (dialect === "envoy") return controlPlaneSecret(name);
  return { name, sdsConfig: { apiConfigSource: agent, initialFetchTimeout: "0s", resourceApiVersion: "V3" } };
}

/** A secret in files beside the proxy. A missing one must not hold everything up for ever, so Envoy's own limit stays. */
export function fileSecret(name: string): SdsSecretConfig {
  return { name, sdsConfig: { apiConfigSource: agent, resourceApiVersion: "V3" } };
}

/** A secret that a provider of the user's serves, through a cluster. */
export function servedSecret(name: string, cluster: string): SdsSecretConfig {
  return { name, sdsConfig: { apiConfigSource: servedBy(cluster), resourceApiVersion: "V3" } };
}

/** A secret that the control plane serves. */
export function controlPlaneSecret(name: string): SdsSecretConfig {
  return { name, sdsConfig: { ads: {}, resourceApiVersion: "V3" } };
}
