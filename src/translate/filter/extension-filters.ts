import type { WorkloadMode } from "../../api/index.ts";
import type { ConfigSource } from "../../gen/envoy/config/core/v3.ts";
import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { type Extension, extensionOf } from "../extension/extension.ts";
import type { ListenerClass } from "./listener-class.ts";
import { isForClass } from "./telemetry-sections.ts";

/** What of an extension is told in listeners: plain values. Where it comes from is in the sources of the settings. */
export type ListenerExtension = Pick<Extension, "name" | "phase" | "sees" | "lua"> & {
  /** Ports whose traffic it sees; empty: all. */
  readonly ports: readonly number[];
};

/** Filters by the phase that they are for. */
export type FiltersByPhase<F> = { readonly [P in Extension["phase"]]: readonly F[] };

/** The extensions for listeners of a class, and the objects they are from. */
export function extensionsFor({ policies }: OutboundScope, listenerClass: ListenerClass) {
  const found = policies.extensions.map(extensionOf).flatMap((extension) => {
    const { match, name, phase, sees, lua, policy } = extension;
    const here = match.filter(({ mode }) => isForClass(modeOf(mode), listenerClass));
    if (match.length > 0 && here.length === 0) return [];
    const anyPort = here.some(({ ports = [] }) => ports.length === 0);
    const ports = anyPort ? [] : here.flatMap((each) => (each.ports ?? []).map(({ number }) => number));
    return [{ extension: { name, phase, sees, ports, ...(lua !== undefined && { lua }) }, source: policy.key }];
  });
  return { extensions: found.map(({ extension }) => extension), sources: found.map(({ source }) => source) };
}

function modeOf(mode: WorkloadMode | "UNDEFINED" | undefined): WorkloadMode | undefined {
  return mode === "UNDEFINED" ? undefined : mode;
}

/** The HTTP filters of extensions for a port; 0: one of which nothing is known. */
export function httpExtensions(extensions: readonly ListenerExtension[], port: number): FiltersByPhase<HttpFilter> {
  return byPhase(extensions, "requests", port, ({ name, lua }) => ({
    name,
    ...(lua === undefined
      ? { configDiscovery: { configSource: fromAds, typeUrls: wasmOrDenial.http } }
      : {
          typedConfig: any("envoy.extensions.filters.http.lua.v3.Lua", { defaultSourceCode: { inlineString: lua } }),
        }),
  }));
}

/** The network filters of extensions for a port. */
export function networkExtensions(extensions: readonly ListenerExtension[], port: number): FiltersByPhase<Filter> {
  return byPhase(extensions, "connections", port, ({ name }) => ({
    name,
    configDiscovery: { configSource: fromAds, typeUrls: wasmOrDenial.network },
  }));
}

/** All of them, in the order of their phases. */
export function allPhases<F>({ AUTHN, AUTHZ, STATS, UNSPECIFIED }: FiltersByPhase<F>): readonly F[] {
  return [...AUTHN, ...AUTHZ, ...STATS, ...UNSPECIFIED];
}

function byPhase<F>(
  extensions: readonly ListenerExtension[],
  sees: Extension["sees"],
  port: number,
  build: (extension: ListenerExtension) => F,
): FiltersByPhase<F> {
  const here = extensions.filter(
    (each) => each.sees === sees && (each.ports.length === 0 || each.ports.includes(port)),
  );
  const of = (phase: Extension["phase"]) => here.filter((each) => each.phase === phase).map(build);
  return { AUTHN: of("AUTHN"), AUTHZ: of("AUTHZ"), STATS: of("STATS"), UNSPECIFIED: of("UNSPECIFIED") };
}

/** Waited for, since without it requests might pass that it would not let pass. */
const fromAds: ConfigSource = { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" };

const prefix = "type.googleapis.com/envoy.extensions.filters";

/** An agent that cannot fetch a module puts a filter in its place that lets nothing pass. */
const wasmOrDenial = {
  http: [`${prefix}.http.wasm.v3.Wasm`, `${prefix}.http.rbac.v3.RBAC`],
  network: [`${prefix}.network.wasm.v3.Wasm`, `${prefix}.network.rbac.v3.RBAC`],
} as const;
