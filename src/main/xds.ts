import { availableParallelism } from "node:os";
import { formatPath } from "../api/index.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { lazy } from "../base/lazy.ts";
import type { LogScope, LogScopes } from "../base/log.ts";
import {
  AdsServer,
  type DeliveryEvents,
  type MessageDecoder,
  noEvents,
  type PushReason,
  type Queries,
  tellAll,
} from "../deliver/index.ts";
import { type GrpcHandler, HealthService, ThreadedServer } from "../grpc/index.ts";
import type { Environment, MeshSnapshot } from "../mesh/index.ts";
import type { Settings } from "../settings/index.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import { compileAsUsual } from "./compile-sooner.ts";
import { checkDebugAccess } from "./debug-access.ts";
import { csdsMethods, csdsService } from "./debug-csds.ts";
import { Distribution } from "./distribution.ts";
import { GeneratedConfigSource } from "./generators.ts";
import { GarbageByProxies, widenHeap } from "./heap-growth.ts";
import { collectOwnGarbageWhenIdle } from "./idle-collection.ts";
import { KeySets } from "./key-sets.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";
import type { ObjectSource } from "./object-source.ts";
import type { Observer } from "./observer.ts";
import { ProxyIdentities } from "./proxy-identities.ts";
import { PushPipeline } from "./push-pipeline.ts";
import { countRejects } from "./reject-metrics.ts";
import type { SecretSource } from "./secret-source.ts";
import type { WorkloadDoor } from "./start-workloads.ts";
import { xdsGenerators } from "./xds-generators.ts";
import { logEvents } from "./xds-log.ts";
import { countEvents, type XdsMetrics } from "./xds-metrics.ts";

export interface XdsOptions {
  readonly settings: Settings;
  readonly environment: Environment;
  /** As of the pipeline. Default: never. */
  readonly coming?: () => boolean;
  readonly secrets: SecretSource;
  readonly objects: ObjectSource;
  readonly codec: EnvoyCodec & MessageDecoder;
  readonly metrics: XdsMetrics;
  /** Types that are questions to somebody else. Default: none. */
  readonly queries?: Queries;
  /** Who keeps the WorkloadEntries of proxies. Default: nobody. */
  readonly workloads?: WorkloadDoor;
  /** Told what happens on streams. Default: nobody else is. */
  readonly events?: DeliveryEvents;
  readonly logs: LogScopes;
  /** Who else is told what happens. Default: nobody. */
  readonly observer?: Observer;
  /** Key and certificate of the address with TLS, and whose client certificates are taken. */
  readonly tls: { readonly key: string; readonly cert: string; readonly ca: string };
  readonly clock?: Clock;
}

/** Threads of an address where nobody has said how many: more would wait for what is decided on one. */
const mostThreads = 4;

/** xDS on two addresses, fed by the environment: from a change to what proxies are sent. */
export class Xds {
  readonly ads: AdsServer;
  readonly plain: ThreadedServer;
  readonly encrypted: ThreadedServer;
  /** Which clients have which changes; undefined if that is not followed. */
  readonly distribution: Distribution | undefined;
  readonly #source: MeshConfigSource;
  readonly #keySets: KeySets;
  readonly #pipeline: PushPipeline;
  readonly #metrics: XdsMetrics;
  readonly #health: HealthService;
  readonly #log: LogScope;
  readonly #clock: Clock;
  readonly #stop: () => void;

  constructor(options: XdsOptions) {
    const { settings, environment, secrets, objects, codec, metrics, queries, events, logs, observer, tls } = options;
    const { workloads, coming, clock = systemClock } = options;
    const log = logs.scope("ads", "Streams of proxies and pushes to them");
    this.#metrics = metrics;
    this.#log = log;
    this.#clock = clock;
    this.#keySets = new KeySets({
      changed: () => this.push("global"),
      attempted: (success) => metrics.keyFetches[success ? "success" : "fail"].inc(),
      failed: (address, error) =>
        log.warn("Keys cannot be fetched; their issuer's tokens are refused", { address, error }),
      clock,
    });
    this.#source = new MeshConfigSource({
      codec,
      cache: settings.xdsCache,
      keySetAt: (address) => this.#keySets.at(address),
      failed: ({ plan, error }) =>
        log.error("Resource could not be made; what was in force stays", {
          resource: plan.name,
          ...plan.subject,
          error,
        }),
      problem: ({ code, key, path, message }) => {
        metrics.problems.inc(code);
        metrics.rejectedConfigs.count(key);
        log.warn("Configuration cannot be used as it is", { code, ...key, path: formatPath(path), message });
      },
    });
    const identities = new ProxyIdentities(() => {
      const { trustDomain, trustDomainAliases } = environment.snapshot.settings;
      return [trustDomain, ...trustDomainAliases];
    });
    const generators = xdsGenerators({
      mesh: this.#source,
      secrets,
      identities,
      objects,
      settings: () => this.snapshot.settings.config,
      ...(settings.multiRootMesh && { trusted: tls.ca }),
    });
    const generated = new GeneratedConfigSource(generators);
    this.ads = new AdsServer({
      source: generated,
      decoder: codec,
      events: tellAll([
        countEvents(metrics, clock),
        countRejects(metrics.rejectsByNode),
        logEvents(log, (resource) => this.#source.sourcesOf(resource)),
        eventsOfEngine(),
        ...(events ? [events] : []),
        ...(workloads ? [workloads.events] : []),
        ...(observer ? [observer.delivery] : []),
      ]),
      ...(queries && { queries }),
      ...(workloads && {
        welcome: (client) => workloads.welcome(client, identities.of(client.proxy)),
        reports: workloads.reports,
      }),
      limits: {
        maxNames: settings.xdsMaxNames,
        sendTimeout: settings.sendTimeout,
        answerTimeout: settings.flowControl ? settings.flowControlTimeout : 0,
      },
      streamsPerSecond: settings.requestRate,
      clock,
      authenticate: (proxy, call) => identities.authenticate(proxy, call),
      authorize: ({ peer }, type) => {
        if (objects.serves(type)) checkDebugAccess(peer, type, this.snapshot.settings.rootNamespace);
      },
    });
    this.distribution = settings.distributionStatus ? new Distribution(() => this.ads.connections()) : undefined;
    this.#pipeline = new PushPipeline({
      settings,
      environment,
      ...(coming && { coming }),
      mesh: this.#source,
      generated,
      connections: () => this.ads.connections(),
      metrics,
      ...(this.distribution && { distribution: this.distribution }),
      log,
      newRound: () => this.#keySets.endRound(),
      failed: (error) => this.#reportBug("Push failed", { error }),
      clock,
    });
    this.#health = new HealthService([...this.ads.services, csdsService]);
    const methods = new Map([...this.ads.methods(), ...this.#csds(codec), ...this.#health.methods()]);
    const report = (error: unknown, path: string) => this.#reportBug("Call ended by a bug", { path, error });
    const limits = {
      maxConnections: settings.xdsMaxConnections,
      maxStreams: settings.xdsMaxStreams,
      maxMessageBytes: settings.xdsMaxMessage,
      firstMessageTimeout: settings.xdsFirstRequest,
      maxConnectionAge: settings.xdsMaxConnectionAge,
      drainTime: settings.xdsDrain,
    };
    const threads = settings.xdsThreads || Math.min(availableParallelism(), mostThreads);
    this.plain = new ThreadedServer({ methods, report, limits, clock, threads });
    this.encrypted = new ThreadedServer({ methods, report, limits, clock, threads, tls });
    this.#health.set(true);
    const stops = [
      environment.onChange((change) => {
        observer?.changed(change);
        this.#pipeline.meshChanged(change);
      }),
      secrets.onChange((keys) => this.#pipeline.changed("secret", keys)),
      objects.onChange(({ keys, kinds }) => {
        const watches = ({ type }: { readonly type: string }) => kinds.has(objects.kindOf(type) ?? "");
        const watched = this.ads.connections().some(({ subscriptions }) => subscriptions.some(watches));
        if (watched) this.#pipeline.changed("config", keys);
      }),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  /** What is wrong with the configuration of the proxies that are connected. */
  get status(): MeshConfigSource["status"] {
    return this.#source.status;
  }

  /** The snapshot that clients are brought to. */
  get snapshot(): MeshSnapshot {
    return this.#source.snapshot;
  }

  /** What the caches of resources did so far, by type. */
  get cacheStatistics(): MeshConfigSource["cacheStatistics"] {
    return this.#source.cacheStatistics;
  }

  /** Pushes everything that is known now to everybody, after the usual quiet. */
  push(reason: PushReason): void {
    this.#pipeline.push(reason);
  }

  /** As of the source: how large its caches are. */
  measureCaches(): ReturnType<MeshConfigSource["measureCaches"]> {
    return this.#source.measureCaches();
  }

  /** As of the source: forgets what is in its caches. */
  clearCaches(): void {
    this.#source.clearCaches();
  }

  async close(grace: number): Promise<void> {
    this.#health.set(false);
    // Whose turn to go comes late is told of changes until then.
    await Promise.all([this.plain.close(grace), this.encrypted.close(grace)]);
    this.#stop();
    this.#keySets.close();
    await this.#pipeline.close();
  }

  #csds(codec: EnvoyCodec): ReadonlyMap<string, GrpcHandler> {
    return csdsMethods({
      clients: () => this.ads.connections(),
      codec,
      rootNamespace: () => this.snapshot.settings.rootNamespace,
      clock: this.#clock,
    });
  }

  #reportBug(message: string, fields: { readonly error: unknown; readonly path?: string }): void {
    this.#metrics.internalErrors.inc();
    this.#log.error(message, fields);
  }
}

/** What the engine is told of proxies. */
function eventsOfEngine(): DeliveryEvents {
  const [begin, garbage] = [lazy(beginWithProxies), new GarbageByProxies()];
  const connected = () => {
    begin();
    garbage.connected();
  };
  return { ...noEvents, connected, disconnected: () => garbage.disconnected() };
}

/**
 * What is made for proxies comes in waves: neither a small heap nor functions that are compiled soon suit it, and each
 * leaves a lot behind.
 */
function beginWithProxies(): void {
  widenHeap();
  compileAsUsual();
  collectOwnGarbageWhenIdle();
}
