import { formatKey } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { LogScope } from "../base/log.ts";
import { repeat } from "../base/repeat.ts";
import { type Connection, Debounce, Pusher, type PushReason, type PushRequest } from "../deliver/index.ts";
import type { Environment, EnvironmentChange } from "../mesh/index.ts";
import type { Settings } from "../settings/index.ts";
import type { Distribution } from "./distribution.ts";
import type { GeneratedConfigSource } from "./generators.ts";
import type { MeshConfigSource } from "./mesh-config-source.ts";
import { cacheCounter, countChange, countPush, type XdsMetrics } from "./xds-metrics.ts";

type PushSettings = Pick<
  Settings,
  "debounceAfter" | "debounceMax" | "endpointDebounce" | "refreshInterval" | "pushThrottle"
>;

export interface PushPipelineOptions {
  readonly settings: PushSettings;
  readonly environment: Environment;
  /** Whether changes have come that the environment will be told of soon. Default: never. */
  readonly coming?: () => boolean;
  /** Makes what proxies are told of the mesh. */
  readonly mesh: MeshConfigSource;
  /** Has that and all else that clients are told. */
  readonly generated: GeneratedConfigSource;
  /** The clients that are connected now. */
  readonly connections: () => readonly Connection[];
  readonly metrics: XdsMetrics;
  /** Told which version has which changes. Default: nobody is. */
  readonly distribution?: Distribution;
  readonly log: LogScope;
  /** Told that everything is about to be made anew: what is not asked for then is not needed any more. */
  readonly newRound: () => void;
  /** Told of bugs by which a push came to nothing. */
  readonly failed: (error: unknown) => void;
  readonly clock: Clock;
}

/** Clients that are pushed to at the same time if nobody says how many. */
const usualThrottle = 100;

/** From a change to the clients: gathers changes, makes the next version of them when they have come to rest, and pushes it. */
export class PushPipeline {
  readonly #options: PushPipelineOptions;
  readonly #debounce: Debounce;
  readonly #pusher: Pusher;
  readonly #stopRefresh: () => void;
  /** Whether the mesh has changed since the last version was made of it. */
  #stale = true;

  constructor(options: PushPipelineOptions) {
    const { mesh, generated, coming, connections, metrics, log, failed, clock, settings } = options;
    this.#options = options;
    metrics.onCollect(cacheCounter(metrics, () => mesh.cacheStatistics));
    this.#publish();
    this.#pusher = new Pusher({
      source: generated,
      connections,
      throttle: settings.pushThrottle || usualThrottle,
      done: (_, request, times) => countPush(metrics, request, times),
      clock,
    });
    this.#debounce = new Debounce({
      after: settings.debounceAfter,
      max: settings.debounceMax,
      endpoints: settings.endpointDebounce,
      ...(coming && { coming }),
      push: async (request) => this.#push(request),
      failed,
      stable: (facts) => {
        metrics.debounceSeconds.observe(facts.delay / 1000);
        log.info("Push debounce stable", { ...facts });
      },
      clock,
    });
    const { refreshInterval } = settings;
    this.#stopRefresh = refreshInterval > 0 ? repeat(clock, refreshInterval, () => this.push("unknown")) : () => {};
  }

  /** Changes that came in, and those that are in the current version: as many when nothing is under way. */
  get updates(): { readonly inbound: number; readonly committed: number } {
    return { inbound: this.#debounce.received, committed: this.#debounce.committed };
  }

  /** Takes a change of the mesh. */
  meshChanged(change: EnvironmentChange): void {
    const { reasons, full, keys, objects } = change;
    countChange(this.#options.metrics, change);
    this.#stale = true;
    this.#options.distribution?.changed(objects.map(formatKey));
    this.#update(full, reasons, keys);
  }

  /** Takes a change of something that has nothing to do with the mesh's own configuration, such as secrets. */
  changed(reason: PushReason, keys: ReadonlySet<string>): void {
    this.#options.distribution?.changed(keys);
    this.#update(true, new Map([[reason, 1]]), keys);
  }

  /** Makes everything anew and pushes it to everybody, after the usual quiet. */
  push(reason: PushReason): void {
    this.#stale = true;
    this.changed(reason, new Set());
  }

  /** Pushes nothing more. */
  stop(): void {
    this.#stopRefresh();
    this.#debounce.close();
  }

  /** Resolves when nobody is pushed to any more. */
  close(): Promise<void> {
    this.stop();
    return this.#pusher.close();
  }

  #update(full: boolean, reasons: PushRequest["reasons"], changed: ReadonlySet<string>): void {
    this.#debounce.update({ full, reasons, changed, start: this.#options.clock.monotonic() });
  }

  #push(request: PushRequest): void {
    const { log, connections, mesh } = this.#options;
    this.#publish();
    const waiting = this.#pusher.pushAll(request);
    if (!log.enabled("debug")) return;
    const { version } = mesh.snapshot;
    log.debug("Pushing", { version, clients: connections().length, waiting, full: request.full });
  }

  /** If this fails, nothing is pushed, and the next push has what this one should have had. */
  #publish(): void {
    const { environment, mesh, generated, metrics, distribution, newRound, clock } = this.#options;
    if (this.#stale) {
      const started = clock.monotonic();
      const { snapshot } = environment;
      metrics.snapshotSeconds.observe((clock.monotonic() - started) / 1000);
      metrics.services.set(snapshot.registry.serviceCount);
      newRound();
      mesh.publish(snapshot);
      this.#stale = false;
    }
    const { number } = generated.publish(mesh.snapshot.version);
    distribution?.published(number);
  }
}
