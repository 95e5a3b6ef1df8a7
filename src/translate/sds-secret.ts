import type { SdsSecretConfig } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";

/** Secrets of the workload itself: its certificate and the mesh's roots. */
export const workloadCertificate = "default";
export const meshRoots = "ROOTCA";

/** Where the agent beside the proxy serves the workload's secrets. */
const agent = {
  apiType: "GRPC",
  grpcServices: [{ envoyGrpc: { clusterName: "sds-grpc" } }],
  setNodeOnFirstMessageOnly: true,
  transportApiVersion: "V3",
} as const;

/** A secret that the agent serves and that is waited for: without it nothing works. */
export function workloadSecret(name: string): SdsSecretConfig {
  return { name, sdsConfig: { apiConfigSource: agent, initialFetchTimeout: "0s", resourceApiVersion: "V3" } };
}

/** A secret in files beside the proxy. A missing one must not hold everything up for ever, so Envoy's own limit stays. */
export function fileSecret(name: string): SdsSecretConfig {
  return { name, sdsConfig: { apiConfigSource: agent, resourceApiVersion: "V3" } };
}

/** A secret that the control plane serves. */
export function controlPlaneSecret(name: string): SdsSecretConfig {
  return { name, sdsConfig: { ads: {}, resourceApiVersion: "V3" } };
}
