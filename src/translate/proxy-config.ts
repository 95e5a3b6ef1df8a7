import { applyProxyConfig, type MeshProxyConfig, readProxyConfig } from "../api/index.ts";
import { WeakValueMap } from "../base/weak-value-map.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import type { MeshSettings } from "../mesh/index.ts";

const known = new WeakMap<MeshSettings, WeakValueMap<string, MeshProxyConfig>>();

/**
 * How a proxy runs: what it says itself (`PROXY_CONFIG` of its node's metadata) over the mesh's default. A proxy that says
 * something malformed gets the mesh's default. The same object for as long as both are the same.
 */
export function effectiveProxyConfig(
  settings: MeshSettings,
  { metadata }: Pick<MeshProxy, "metadata">,
): MeshProxyConfig {
  const said = metadata["PROXY_CONFIG"];
  const text = said === undefined ? "" : JSON.stringify(said);
  const answers = known.get(settings) ?? new WeakValueMap<string, MeshProxyConfig>();
  known.set(settings, answers);
  const config = answers.get(text) ?? overDefault(settings.config.defaultConfig ?? {}, said);
  answers.set(text, config);
  return config;
}

function overDefault(base: MeshProxyConfig, said: unknown): MeshProxyConfig {
  const { value } = readProxyConfig(said);
  return said === undefined || value === undefined ? base : applyProxyConfig(base, value);
}
