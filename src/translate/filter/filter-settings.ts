import type { MeshConfig, MeshProxyConfig, ResourceKey } from "../../api/index.ts";
import { WeakValueMap } from "../../base/weak-value-map.ts";
import type { Dialect } from "../../core/index.ts";
import type { HttpConnectionManager_Tracing } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { PluginConfig } from "../../gen/stats.ts";
import type { MeshSettings, OutboundScope } from "../../mesh/index.ts";
import { isTrue } from "../node-flag.ts";
import { anyKeepsSessions } from "../persistent-session.ts";
import { protoDuration } from "../proto-duration.ts";
import { effectiveProxyConfig } from "../proxy-config.ts";
import { type AccessLogs, accessLogs } from "./access-logs.ts";
import { extensionsFor, type ListenerExtension } from "./extension-filters.ts";
import type { ListenerClass } from "./listener-class.ts";
import { metricsOf } from "./metrics.ts";
import { telemetrySections } from "./telemetry-sections.ts";
import { tracesOf } from "./tracing.ts";

/** What all filters of a proxy's listeners of one class have in common. The same object for as long as it says the same. */
export interface FilterSettings {
  readonly listenerClass: ListenerClass;
  readonly dialect: Dialect;
  readonly proxyConfig: MeshProxyConfig;
  readonly pathNormalization: PathNormalization;
  /** Clients may speak HTTP/1.0. */
  readonly acceptsHttp10: boolean;
  /** Closes connections without traffic; absent: Envoy's own limit. */
  readonly idleTimeout?: string;
  /** Absent: the proxy takes no part in traces. */
  readonly tracing?: HttpConnectionManager_Tracing;
  /** Whether a request is traced is written into its id. */
  readonly tracesById: boolean;
  /** Some service in reach keeps its sessions at their endpoints. */
  readonly keepsSessions: boolean;
  readonly accessLogs: AccessLogs;
  /** How the mesh's metrics are counted; empty: they are not. */
  readonly metrics: readonly PluginConfig[];
  /** Filters of the user's own. */
  readonly extensions: readonly ListenerExtension[];
  /** The Telemetry objects and extensions that all this is from; a listener with these filters depends on them. */
  readonly sources: readonly ResourceKey[];
}

type PathNormalization = NonNullable<NonNullable<MeshConfig["pathNormalization"]>["normalization"]>;

const known = new WeakMap<MeshSettings, WeakValueMap<string, FilterSettings>>();

/** The settings of a proxy's filters, from the mesh's settings and what the proxy says of itself. */
export function filterSettings(scope: OutboundScope, listenerClass: ListenerClass): FilterSettings {
  const made = makeSettings(scope, listenerClass);
  const text = JSON.stringify(made);
  const answers = known.get(scope.settings) ?? new WeakValueMap<string, FilterSettings>();
  known.set(scope.settings, answers);
  const settings = answers.get(text) ?? made;
  answers.set(text, settings);
  return settings;
}

function makeSettings(scope: OutboundScope, listenerClass: ListenerClass): FilterSettings {
  const { settings, proxy } = scope;
  const { config } = settings;
  const proxyConfig = effectiveProxyConfig(settings, proxy);
  const idleTimeout = durationOf(proxy.metadata["IDLE_TIMEOUT"]);
  const { extensions, sources } = extensionsFor(scope, listenerClass);
  const { tracing, decidesById } = tracesOf(scope, proxyConfig, listenerClass);
  return {
    listenerClass,
    dialect: proxy.dialect,
    proxyConfig,
    pathNormalization: config.pathNormalization?.normalization ?? "DEFAULT",
    acceptsHttp10: isTrue(proxy.metadata["HTTP10"]),
    ...(idleTimeout && { idleTimeout }),
    ...(tracing && { tracing }),
    tracesById: decidesById,
    keepsSessions: listenerClass !== "inbound" && anyKeepsSessions(scope.sidecar.services),
    accessLogs: accessLogs(scope, listenerClass),
    metrics: proxy.dialect === "istio" ? metricsOf(scope, listenerClass) : [],
    extensions,
    sources: [...telemetrySections(scope).sources, ...sources],
  };
}

/** Metadata is written by clients: what is no duration counts as not there. */
function durationOf(value: unknown): string | undefined {
  const duration = typeof value === "string" ? protoDuration(value) : undefined;
  return duration?.startsWith("-") ? undefined : duration;
}
