import type { MetricsOverride, TelemetryMetrics } from "../../api/index.ts";
import type { MetricConfig, PluginConfig } from "../../gen/stats.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { protoDuration } from "../proto-duration.ts";
import type { ListenerClass } from "./listener-class.ts";
import { findProvider, isForClass, namesOf, telemetrySections } from "./telemetry-sections.ts";

/** The mesh's own metrics, as Prometheus knows them. */
const metricNames: { readonly [metric: string]: string } = {
  GRPC_REQUEST_MESSAGES: "request_messages_total",
  GRPC_RESPONSE_MESSAGES: "response_messages_total",
  REQUEST_COUNT: "requests_total",
  REQUEST_DURATION: "request_duration_milliseconds",
  REQUEST_SIZE: "request_bytes",
  RESPONSE_SIZE: "response_bytes",
  TCP_CLOSED_CONNECTIONS: "tcp_connections_closed_total",
  TCP_OPENED_CONNECTIONS: "tcp_connections_opened_total",
  TCP_RECEIVED_BYTES: "tcp_received_bytes_total",
  TCP_SENT_BYTES: "tcp_sent_bytes_total",
};

type TagOverrides = NonNullable<MetricsOverride["tagOverrides"]>;

interface Change {
  readonly disabled: boolean;
  readonly tags: TagOverrides;
}

/** What was said of a provider's metrics. */
interface ProviderMetrics {
  readonly disabled: boolean;
  readonly interval?: string;
  readonly changes: ReadonlyMap<string, Change>;
}

/** How the mesh's metrics are counted, for each provider of Prometheus that is in use; empty: they are not. */
export function metricsOf(scope: OutboundScope, listenerClass: ListenerClass): readonly PluginConfig[] {
  const said = saidOfProviders(scope, listenerClass);
  const names = [...said.keys()].filter((name) => findProvider(scope, name)?.prometheus).sort();
  return names.flatMap((name) => {
    const metrics = said.get(name);
    return metrics && !metrics.disabled ? [pluginConfig(metrics, listenerClass)] : [];
  });
}

/** Sections that name providers are for those; the others are for the same as the section before. */
function saidOfProviders(scope: OutboundScope, listenerClass: ListenerClass): ReadonlyMap<string, ProviderMetrics> {
  const { metrics } = telemetrySections(scope);
  const defaults = scope.settings.config.defaultProviders?.metrics ?? [];
  const untouched: ProviderMetrics = { disabled: false, changes: new Map() };
  if (metrics.length === 0) return new Map(defaults.map((name) => [name, untouched]));
  const inUse = metrics.map(namesOf).findLast((names) => names.length > 0) ?? defaults;
  const said = new Map<string, ProviderMetrics>();
  let names: readonly string[] = defaults;
  for (const section of metrics) {
    const own = namesOf(section);
    if (own.length > 0) names = own;
    for (const name of names.filter((each) => inUse.includes(each))) {
      said.set(name, apply(said.get(name) ?? untouched, section, listenerClass));
    }
  }
  return said;
}

function apply(before: ProviderMetrics, section: TelemetryMetrics, listenerClass: ListenerClass): ProviderMetrics {
  const { overrides = [], reportingInterval } = section;
  const changes = new Map(before.changes);
  let { disabled } = before;
  for (const { match = {}, disabled: off, tagOverrides = {} } of overrides) {
    if (!isForClass(match.mode, listenerClass)) continue;
    const all = !match.customMetric && (match.metric ?? "ALL_METRICS") === "ALL_METRICS";
    disabled = all && off === true;
    if (disabled) continue;
    for (const metric of all ? Object.keys(metricNames) : [match.customMetric ?? match.metric ?? ""]) {
      const former = changes.get(metric);
      changes.set(metric, { disabled: off ?? former?.disabled ?? false, tags: { ...former?.tags, ...tagOverrides } });
    }
  }
  const interval = protoDuration(reportingInterval) ?? before.interval;
  return { disabled, changes, ...(interval && { interval }) };
}

function pluginConfig({ changes, interval }: ProviderMetrics, listenerClass: ListenerClass): PluginConfig {
  const metrics = [...changes].sort(byName).map(metricConfig);
  return {
    // A client names the service it calls; who is called would take strangers' Host headers into its metrics.
    ...(listenerClass !== "outbound" && { disableHostHeaderFallback: true }),
    ...(interval && { tcpReportingDuration: interval }),
    ...(metrics.length > 0 && { metrics }),
  };
}

function metricConfig([metric, { disabled, tags }]: readonly [string, Change]): MetricConfig {
  const sorted = Object.entries(tags).sort(byName);
  const removed = sorted.filter(([, { operation }]) => operation === "REMOVE");
  const set = sorted.filter(([, { operation }]) => operation !== "REMOVE");
  return {
    name: Object.hasOwn(metricNames, metric) ? metricNames[metric] : metric,
    ...(disabled && { drop: true }),
    ...(set.length > 0 && { dimensions: Object.fromEntries(set.map(([tag, { value = "" }]) => [tag, value])) }),
    ...(removed.length > 0 && { tagsToRemove: removed.map(([tag]) => tag) }),
  };
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
