import type { ObjectSchema } from "../schema/schema.ts";
import type { ExtensionProvider } from "./extension-provider.ts";
import { type MeshConfig, meshConfig } from "./mesh-config.ts";
import { type MeshProxyConfig, meshProxyConfig } from "./mesh-proxy-config.ts";

/**
 * Puts what a user says over a mesh configuration. A field that is set takes the place of the whole former value, but
 * for proxies' settings and default providers, which merge field by field, extension providers, which merge by name,
 * and trust domain aliases, which add up.
 */
export function applyMeshConfig(base: MeshConfig, change: MeshConfig): MeshConfig {
  return {
    ...overlay(meshConfig, base, change),
    defaultConfig: applyProxyConfig(base.defaultConfig ?? {}, change.defaultConfig ?? {}),
    defaultProviders: { ...base.defaultProviders, ...change.defaultProviders },
    extensionProviders: mergeProviders(base.extensionProviders ?? [], change.extensionProviders ?? []),
    trustDomainAliases: unite(base.trustDomainAliases ?? [], change.trustDomainAliases ?? []),
  };
}

/** Puts the settings of a pod's annotation over those of the mesh: whole fields, but metadata and headers merge. */
export function applyProxyConfig(base: MeshProxyConfig, change: MeshProxyConfig): MeshProxyConfig {
  const proxyMetadata = { ...base.proxyMetadata, ...change.proxyMetadata };
  const proxyHeaders = { ...base.proxyHeaders, ...change.proxyHeaders };
  return {
    ...overlay(meshProxyConfig, base, change),
    ...(base.proxyMetadata || change.proxyMetadata ? { proxyMetadata } : {}),
    ...(base.proxyHeaders || change.proxyHeaders ? { proxyHeaders } : {}),
  };
}

/** The fields of `change` over those of `base`; a member of a oneof puts the others out. */
function overlay<T extends object>(schema: ObjectSchema, base: T, change: T): T {
  const groups = new Set(Object.keys(change).flatMap((name) => schema.fields[name]?.oneof ?? []));
  const kept = Object.entries(base).filter(([name]) => !groups.has(schema.fields[name]?.oneof ?? ""));
  return { ...Object.fromEntries(kept), ...change } as T;
}

function mergeProviders(
  base: readonly ExtensionProvider[],
  change: readonly ExtensionProvider[],
): readonly ExtensionProvider[] {
  const byName = new Map(base.map((provider) => [provider.name, provider]));
  for (const provider of change) byName.set(provider.name, provider);
  return [...byName.values()];
}

function unite(base: readonly string[], change: readonly string[]): readonly string[] {
  return [...new Set([...base, ...change])].sort();
}
