import { formatPath } from "../api/index.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import type { LogScope, LogScopes } from "../base/log.ts";
import {
  AdsServer,
  Debounce,
  type MessageDecoder,
  noEvents,
  Pusher,
  type PushReason,
  type PushRequest,
  type Queries,
  tellAll,
} from "../deliver/index.ts";
import { type GrpcHandler, GrpcServer, HealthService } from "../grpc/index.ts";
import type { Environment, EnvironmentChange, MeshSnapshot } from "../mesh/index.ts";
import type { Settings } from "../settings/index.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import { checkDebugAccess } from "./debug-access.ts";
import { csdsMethods, csdsService } from "./debug-csds.ts";
import { GeneratedConfigSource } from "./generators.ts";
import { KeySets } from "./key-sets.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";
import type { ObjectSource } from "./object-source.ts";
import type { Observer } from "./observer.ts";
import { ProxyIdentities } from "./proxy-identities.ts";
import { countRejects } from "./reject-metrics.ts";
import type { SecretSource } from "./secret-source.ts";
import { xdsGenerators } from "./xds-generators.ts";
import { logEvents } from "./xds-log.ts";
import { cacheCounter, countChange, countEvents, countPush, type XdsMetrics } from "./xds-metrics.ts";

export interface XdsOptions {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly secrets: SecretSource;
  readonly objects: ObjectSource;
  readonly codec: EnvoyCodec & MessageDecoder;
  readonly metrics: XdsMetrics;
  /** Types that are questions to somebody else. Default: none. */
  readonly queries?: Queries;
  readonly logs: LogScopes;
  /** Who else is told what happens. Default: nobody. */
  readonly observer?: Observer;
  /** Key and certificate of the address with TLS, and whose client certificates are taken. */
  readonly tls: { readonly key: string; readonly cert: string; readonly ca: string };
  readonly clock?: Clock;
}

/** xDS on two addresses, fed by the environment: from a change to what proxies are sent. */
export class Xds {
  readonly ads: AdsServer;
  readonly plain: GrpcServer;
  readonly encrypted: GrpcServer;
  readonly #source: MeshConfigSource;
  readonly #keySets: KeySets;
  readonly #generated: GeneratedConfigSource;
  readonly #pusher: Pusher;
  readonly #debounce: Debounce;
  readonly #environment: Environment;
  readonly #metrics: XdsMetrics;
  readonly #health: HealthService;
  readonly #countCaches: () => void;
  readonly #log: LogScope;
  readonly #clock: Clock;
  readonly #stop: () => void;
  #snapshot: MeshSnapshot;

  constructor(options: XdsOptions) {
    const { settings, environment, secrets, objects, codec, metrics, queries, logs, observer, tls } = options;
    const { clock = systemClock } = options;
    const log = logs.scope("ads", "Streams of proxies and pushes to them");
    this.#environment = environment;
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
      keySetAt: (address) => this.#keySets.at(address),
      failed: ({ plan, error }) =>
        log.error("Resource could not be made; what was in force stays", {
          resource: plan.name,
          ...plan.subject,
          error,
        }),
      problem: ({ code, key, path, message }) => {
        metrics.problems.inc(code);
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
      settings: () => this.#snapshot.settings.config,
      ...(settings.multiRootMesh && { trusted: tls.ca }),
    });
    this.#generated = new GeneratedConfigSource(generators);
    this.#countCaches = cacheCounter(metrics, () => this.#source.cacheStatistics);
    this.#snapshot = environment.snapshot;
    this.#publish();
    this.ads = new AdsServer({
      source: this.#generated,
      decoder: codec,
      events: tellAll([
        countEvents(metrics),
        countRejects(metrics.rejectsByNode),
        logEvents(log, (resource) => this.#source.sourcesOf(resource)),
        { ...noEvents, sent: () => this.#countCaches() },
        ...(observer ? [observer.delivery] : []),
      ]),
      ...(queries && { queries }),
      limits: { maxNames: settings.xdsMaxNames },
      clock,
      authenticate: (proxy, call) => identities.authenticate(proxy, call),
      authorize: ({ peer }, type) => {
        if (objects.serves(type)) checkDebugAccess(peer, type, this.#snapshot.settings.rootNamespace);
      },
    });
    this.#pusher = this.#makePusher(settings);
    this.#debounce = this.#makeDebounce(settings);
    this.#health = new HealthService([...this.ads.services, csdsService]);
    const methods = new Map([...this.ads.methods(), ...this.#csds(codec), ...this.#health.methods()]);
    const report = (error: unknown, path: string) => this.#reportBug("Call ended by a bug", { path, error });
    const limits = {
      maxConnections: settings.xdsMaxConnections,
      maxStreams: settings.xdsMaxStreams,
      maxMessageBytes: settings.xdsMaxMessage,
      firstMessageTimeout: settings.xdsFirstRequest,
    };
    this.plain = new GrpcServer({ methods, report, limits, clock });
    this.encrypted = new GrpcServer({ methods, report, limits, clock, tls });
    this.#health.set(true);
    const stops = [
      environment.onChange((change) => {
        countChange(metrics, change);
        observer?.changed(change);
        this.#debounce.update(this.#requestOf(change));
      }),
      secrets.onChange((keys) => this.#debounce.update(this.#requestOf({ reason: "secret", keys }))),
      objects.onChange(({ keys, kinds }) => {
        const watches = ({ type }: { readonly type: string }) => kinds.has(objects.kindOf(type) ?? "");
        const watched = this.ads.connections().some(({ subscriptions }) => subscriptions.some(watches));
        if (watched) this.#debounce.update(this.#requestOf({ reason: "config", keys }));
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
    return this.#snapshot;
  }

  /** What the caches of resources did so far, by type. */
  get cacheStatistics(): MeshConfigSource["cacheStatistics"] {
    return this.#source.cacheStatistics;
  }

  /** Pushes everything that is known now to everybody, after the usual quiet. */
  push(reason: PushReason): void {
    this.#debounce.update({ full: true, changed: new Set(), reasons: [reason], start: this.#clock.monotonic() });
  }

  async close(grace: number): Promise<void> {
    this.#health.set(false);
    this.#stop();
    this.#debounce.close();
    this.#keySets.close();
    await Promise.all([this.plain.close(grace), this.encrypted.close(grace)]);
    await this.#pusher.close();
  }

  async #push(request: PushRequest): Promise<void> {
    this.#keySets.endRound();
    this.#publish();
    this.#pusher.pushAll(request);
  }

  #publish(): void {
    const started = this.#clock.monotonic();
    const { snapshot } = this.#environment;
    this.#snapshot = snapshot;
    this.#metrics.snapshotSeconds.observe((this.#clock.monotonic() - started) / 1000);
    this.#metrics.services.set([...snapshot.registry.services()].length);
    this.#source.publish(snapshot);
    this.#generated.publish(snapshot.version);
    this.#countCaches();
  }

  #makePusher({ pushThrottle }: Settings): Pusher {
    return new Pusher({
      source: this.#generated,
      connections: () => this.ads.connections(),
      throttle: pushThrottle,
      done: (_, request, times) => {
        countPush(this.#metrics, request, times);
        this.#countCaches();
      },
      now: () => this.#clock.monotonic(),
    });
  }

  #makeDebounce({ debounceAfter, debounceMax, endpointDebounce }: Settings): Debounce {
    return new Debounce({
      after: debounceAfter,
      max: debounceMax,
      endpoints: endpointDebounce,
      push: (request) => this.#push(request),
      failed: (error) => this.#reportBug("Push failed", { error }),
      stable: (facts) => {
        this.#metrics.debounceSeconds.observe(facts.delay / 1000);
        this.#log.info("Push debounce stable", { ...facts });
      },
      clock: this.#clock,
    });
  }

  #csds(codec: EnvoyCodec): ReadonlyMap<string, GrpcHandler> {
    return csdsMethods({
      clients: () => this.ads.connections(),
      codec,
      rootNamespace: () => this.#snapshot.settings.rootNamespace,
      clock: this.#clock,
    });
  }

  #reportBug(message: string, fields: { readonly error: unknown; readonly path?: string }): void {
    this.#metrics.internalErrors.inc();
    this.#log.error(message, fields);
  }

  #requestOf({ reason, keys }: EnvironmentChange | { reason: "secret"; keys: ReadonlySet<string> }): PushRequest {
    return { full: reason !== "endpoint", changed: keys, reasons: [reason], start: this.#clock.monotonic() };
  }
}
