import type { Resource } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import type { FairwayError } from "../base/fault.ts";
import type { WatchEvent } from "../core/index.ts";
import { type KubeClient, Reflector, type Transport } from "../kube/index.ts";
import { type ServedKind, servedKinds } from "./served-kinds.ts";
import { UpstreamProbe } from "./upstream-probe.ts";

/** Who is told what the API server says. */
export interface UpstreamSink {
  replace(kind: ServedKind, items: readonly Resource[]): void;
  change(kind: ServedKind, type: WatchEvent["type"], resource: Resource): void;
  /** A kind cannot be followed for now; it is tried again in `wait` milliseconds. */
  failed(kind: ServedKind, error: FairwayError, wait: number): void;
  /** The API server was heard. */
  heard(): void;
  /** The API server can be reached again, or no longer. */
  reachable(reachable: boolean): void;
}

export interface UpstreamOptions {
  readonly client: Pick<KubeClient, "page" | "watch">;
  readonly send: Transport;
  readonly clock: Clock;
  /** Milliseconds between questions whether the API server is there. */
  readonly probeInterval: number;
  readonly sink: UpstreamSink;
}

/** Follows all kinds that are served, and knows whether what is known is what the API server has now. */
export class Upstream {
  readonly #reflectors: ReadonlyMap<ServedKind, Reflector>;
  readonly #following = new Set<ServedKind>();
  readonly #probe: UpstreamProbe;

  constructor(options: UpstreamOptions) {
    this.#reflectors = new Map(servedKinds.map((kind) => [kind, this.#reflector(kind, options)]));
    const { send, clock, probeInterval: interval, sink } = options;
    const asked = (reachable: boolean, before: boolean | undefined) => {
      // What a watch has not told by now it may never tell: it counts again when it was begun anew.
      if (!reachable) this.#following.clear();
      if (this.fresh) sink.heard();
      if (reachable === before) return;
      sink.reachable(reachable);
      // Watches may hang on connections that died without a word, or wait before they try again.
      if (before === false) for (const reflector of this.#reflectors.values()) reflector.reopen();
    };
    this.#probe = new UpstreamProbe({ send, clock, interval, asked });
  }

  /** Whether the API server answers. */
  get reachable(): boolean {
    return this.#probe.reachable;
  }

  /** Whether all that changes is told as it changes. */
  get fresh(): boolean {
    return this.reachable && servedKinds.every((kind) => kind.optional || this.#following.has(kind));
  }

  /** Whether all changes of a kind are told as they come. */
  follows(kind: ServedKind): boolean {
    return this.#following.has(kind);
  }

  /** Begins to follow; `known` tells of each kind the version of the newest object that is known already. */
  start(known: (kind: ServedKind) => string): void {
    this.#probe.start();
    for (const [kind, reflector] of this.#reflectors) reflector.start(known(kind));
  }

  async close(): Promise<void> {
    this.#probe.close();
    await Promise.all([...this.#reflectors.values()].map((reflector) => reflector.close()));
  }

  #reflector(kind: ServedKind, { client, clock, sink }: UpstreamOptions): Reflector {
    return new Reflector({
      client,
      type: kind,
      namespace: "",
      ...(kind.labelSelector && { labelSelector: kind.labelSelector }),
      clock,
      present: () => this.#probe.check(),
      sink: {
        replace: (items) => sink.replace(kind, items),
        changed: (type, resource) => {
          sink.heard();
          sink.change(kind, type, resource);
        },
        following: () => {
          this.#following.add(kind);
          sink.heard();
        },
        failed: (error, wait) => {
          this.#following.delete(kind);
          sink.failed(kind, error, wait);
        },
      },
    });
  }
}
