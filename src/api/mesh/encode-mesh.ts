import { encodeMessage } from "../schema/encode.ts";
import { type MeshConfig, meshConfig } from "./mesh-config.ts";
import { type MeshProxyConfig, meshProxyConfig } from "./mesh-proxy-config.ts";

/** The bytes of `istio.mesh.v1alpha1.MeshConfig`. */
export function encodeMeshConfig(config: MeshConfig): Uint8Array {
  return encodeMessage(meshConfig, config, { syntax: "proto3" });
}

/** The bytes of `istio.mesh.v1alpha1.ProxyConfig`. */
export function encodeProxyConfig(config: MeshProxyConfig): Uint8Array {
  return encodeMessage(meshProxyConfig, config, { syntax: "proto3" });
}
