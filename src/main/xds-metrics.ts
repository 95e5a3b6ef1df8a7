import type { Clock } from "../base/clock.ts";
import type { Counter, Gauge, Histogram, Metrics } from "../base/metrics.ts";
import {
  type ConnectedClient,
  type DeliveryEvents,
  type PushRequest,
  type PushTimes,
  shortType,
} from "../deliver/index.ts";
import type { ChangeReason, EnvironmentChange } from "../mesh/index.ts";
import type { CacheStatistics } from "../translate/index.ts";
import { type RejectMetrics, registerRejectMetrics } from "./reject-metrics.ts";
import { RejectedConfigs } from "./rejected-configs.ts";

const secondsBuckets = [0.01, 0.1, 0.5, 1, 3, 5, 10, 20, 30];
const sizeBuckets = [1, 10_000, 1_000_000, 4_000_000, 10_000_000, 40_000_000];

/** The metrics of xDS. Where istiod has one of the same meaning it has istiod's name, so that its dashboards fit. */
export interface XdsMetrics {
  readonly clients: Gauge;
  readonly services: Gauge;
  readonly pushes: Counter;
  readonly makeSeconds: Histogram;
  readonly sendSeconds: Histogram;
  readonly bytes: Histogram;
  readonly queueSeconds: Histogram;
  readonly convergenceSeconds: Histogram;
  readonly triggers: Counter;
  readonly updates: Counter;
  readonly debounceSeconds: Histogram;
  readonly snapshotSeconds: Histogram;
  readonly rejects: Counter;
  readonly staleAnswers: Counter;
  readonly cutOffs: Counter;
  readonly internalErrors: Counter;
  readonly delayed: Counter;
  readonly delayTimeouts: Counter;
  readonly problems: Counter;
  readonly rejectedConfigs: RejectedConfigs;
  readonly largestRequest: Gauge;
  readonly rejectsByNode: RejectMetrics;
  readonly keyFetches: { readonly success: Counter; readonly fail: Counter };
  /** Has the metrics of caches brought up to date when they are collected. */
  readonly onCollect: (update: () => void) => void;
  readonly cacheReads: Counter;
  readonly cacheEvictions: Counter;
  readonly cacheSize: Gauge;
  readonly cacheSources: Gauge;
}

/** Declares them, once. */
export function registerXdsMetrics(metrics: Metrics): XdsMetrics {
  const seconds = (name: string, help: string, labels: readonly string[] = []) =>
    metrics.histogram(name, help, secondsBuckets, labels);
  return {
    clients: metrics.gauge("pilot_xds", "Clients connected over xDS, by the version they run.", ["version"]),
    services: metrics.gauge("pilot_services", "Services that the mesh knows."),
    pushes: metrics.counter("pilot_xds_pushes", "Responses sent, by type.", ["type"]),
    makeSeconds: seconds("pilot_xds_push_time", "Time to make the resources of a response.", ["type"]),
    sendSeconds: seconds("pilot_xds_send_time", "Time until a response had gone out."),
    bytes: metrics.histogram("pilot_xds_config_size_bytes", "Size of a response.", sizeBuckets, ["type"]),
    queueSeconds: seconds("pilot_proxy_queue_time", "Time that a client waited for its turn in a push."),
    convergenceSeconds: seconds(
      "pilot_proxy_convergence_time",
      "Time from the oldest change that a client was sent something for, debounce included, until it had accepted all of it.",
    ),
    triggers: metrics.counter("pilot_push_triggers", "Pushes to clients, by reason.", ["type"]),
    updates: metrics.counter("pilot_inbound_updates", "What changed and came in: config, eds, svc or svcdelete.", [
      "type",
    ]),
    debounceSeconds: seconds("pilot_debounce_time", "Time from the first change until its push began."),
    snapshotSeconds: seconds("pilot_pushcontext_init_seconds", "Time to make the snapshot of a push."),
    rejects: metrics.counter("pilot_total_xds_rejects", "Responses that clients refused (NACK).", ["type"]),
    staleAnswers: metrics.counter("pilot_xds_expired_nonce", "Answers to a response that was not the last.", ["type"]),
    cutOffs: metrics.counter("pilot_xds_write_timeout", "Clients cut off because they did not read."),
    internalErrors: metrics.counter("pilot_total_xds_internal_errors", "Bugs met while serving xDS."),
    largestRequest: metrics.gauge("pilot_xds_recv_max", "Bytes of the largest request so far."),
    rejectsByNode: registerRejectMetrics(metrics),
    keyFetches: {
      success: metrics.counter(
        "pilot_jwks_resolver_network_fetch_success_total",
        "Key sets of issuers that were fetched.",
      ),
      fail: metrics.counter("pilot_jwks_resolver_network_fetch_fail_total", "Attempts to fetch key sets that failed."),
    },
    delayed: metrics.counter(
      "pilot_xds_delayed_pushes_total",
      "Pushes that were held back because the response before them was unanswered.",
      ["type"],
    ),
    delayTimeouts: metrics.counter(
      "pilot_xds_delayed_push_timeouts_total",
      "Pushes that were sent although the response before them was still unanswered.",
      ["type"],
    ),
    problems: metrics.counter(
      "fairway_config_problems_total",
      "Problems of objects that showed when they were shaped for proxies, by code; each once for as long as it stays.",
      ["code"],
    ),
    rejectedConfigs: new RejectedConfigs(metrics),
    onCollect: (update) => metrics.onCollect(update),
    cacheReads: metrics.counter("xds_cache_reads", "Resources looked up in the cache: hit or miss.", ["type"]),
    cacheEvictions: metrics.counter("xds_cache_evictions", "Resources dropped from the cache as no longer used."),
    cacheSize: metrics.gauge("xds_cache_size", "Resources in the cache."),
    cacheSources: metrics.gauge(
      "xds_cache_dependent_config_size",
      "Objects that resources in the cache were made from.",
    ),
  };
}

/** What happens on streams, counted. */
export function countEvents(metrics: XdsMetrics, clock: Clock): DeliveryEvents {
  const counts = new Map<string, number>();
  const versions = new WeakMap<ConnectedClient, string>();
  const count = (client: ConnectedClient, step: number) => {
    const version = versions.get(client) ?? versionLabel(client, counts);
    versions.set(client, version);
    counts.set(version, (counts.get(version) ?? 0) + step);
    metrics.clients.set(counts.get(version) ?? 0, version);
  };
  return {
    connected: (client) => count(client, 1),
    disconnected: (client) => count(client, -1),
    received: (bytes) => metrics.largestRequest.set(Math.max(bytes, metrics.largestRequest.get())),
    sent: (_, type, { bytes, makeSeconds, sendSeconds }) => {
      const label = metricType(type);
      metrics.pushes.inc(label);
      metrics.makeSeconds.observe(makeSeconds, label);
      metrics.sendSeconds.observe(sendSeconds);
      metrics.bytes.observe(bytes, label);
    },
    answered: (_, { type }, answer) => {
      if (answer === "refused") metrics.rejects.inc(metricType(type));
      if (answer === "stale") metrics.staleAnswers.inc(metricType(type));
    },
    delayed: (_, type, timedOut) => (timedOut ? metrics.delayTimeouts : metrics.delayed).inc(metricType(type)),
    cutOff: () => metrics.cutOffs.inc(),
    converged: (_, since) => metrics.convergenceSeconds.observe((clock.monotonic() - since) / 1000),
    failed: () => metrics.internalErrors.inc(),
  };
}

/** A push to one client is done. */
export function countPush(metrics: XdsMetrics, { reasons, start, queued }: PushRequest, times: PushTimes): void {
  for (const [reason, count] of reasons) metrics.triggers.add(count, reason);
  metrics.queueSeconds.observe((times.begun - (queued ?? start)) / 1000);
}

/** A change came in. */
export function countChange(metrics: XdsMetrics, { reasons, removedServices }: EnvironmentChange): void {
  const count = (...of: readonly ChangeReason[]) => of.reduce((sum, reason) => sum + (reasons.get(reason) ?? 0), 0);
  const counts = {
    config: count("config", "global", "proxy"),
    eds: count("endpoint", "headlessendpoint"),
    svc: count("service") - removedServices,
    svcdelete: removedServices,
  };
  for (const [type, amount] of Object.entries(counts)) if (amount > 0) metrics.updates.add(amount, type);
}

/** Follows the statistics of caches: each call counts what came since the one before it. */
export function cacheCounter(
  metrics: XdsMetrics,
  read: () => { readonly [type: string]: CacheStatistics },
): () => void {
  let before = { hits: 0, misses: 0, evictions: 0 };
  return () => {
    const caches = Object.values(read());
    const total = (field: keyof CacheStatistics) => caches.reduce((sum, cache) => sum + cache[field], 0);
    const now = { hits: total("hits"), misses: total("misses"), evictions: total("evictions") };
    metrics.cacheReads.add(now.hits - before.hits, "hit");
    metrics.cacheReads.add(now.misses - before.misses, "miss");
    metrics.cacheEvictions.add(now.evictions - before.evictions);
    metrics.cacheSize.set(total("size"));
    before = now;
  };
}

/** Clients say themselves what they are: past so many versions they are taken together. */
const maxVersions = 50;

function versionLabel({ proxy, agent }: ConnectedClient, known: ReadonlyMap<string, unknown>): string {
  const version = proxy.istioVersion || agent || "unknown";
  return known.has(version) || known.size < maxVersions ? version : "other";
}

/** `cds` and the like. What else clients ask for is one label: they choose the words. */
function metricType(type: string): string {
  const short = shortType(type);
  if (short !== type) return short.toLowerCase();
  return type.startsWith("istio.io/debug") ? "debug" : "other";
}
