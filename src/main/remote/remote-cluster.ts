import { builtInCatalog } from "../../api/index.ts";
import { aborted } from "../../base/aborted.ts";
import type { Clock } from "../../base/clock.ts";
import type { LogScope } from "../../base/log.ts";
import type { NodeTransport, ReadingPace } from "../../kube/index.ts";
import type { Environment, JoinedCluster } from "../../mesh/index.ts";
import { remoteKinds } from "../../registry/index.ts";
import { KubernetesStore } from "../../store/index.ts";
import { followLog } from "../kubernetes/follow-log.ts";
import { RemoteReach } from "./remote-reach.ts";

export interface RemoteClusterOptions {
  readonly cluster: string;
  /** The network to its API server; closed together with it. */
  readonly network: NodeTransport;
  /** Namespaces that are read. Empty: all. */
  readonly namespaces: readonly string[];
  /** The mesh that it joins. */
  readonly environment: Pick<Environment, "join">;
  /** Milliseconds after which nobody waits for it any more; it is tried on. 0: at once. */
  readonly timeout: number;
  readonly clock: Clock;
  /** How changes that come in a row are read. */
  readonly pace: ReadingPace;
  readonly log: LogScope;
  /** Told when it is a part of the mesh, and when it was not in time. */
  readonly joined: () => void;
  readonly timedOut: () => void;
}

/** How far a remote cluster is, in istiod's words. */
export type SyncStatus = "syncing" | "synced" | "timeout" | "closed";

/**
 * A remote cluster: everything of it is read once, then it joins the mesh, and is followed until it is closed. While its
 * API server is away, what was read last stays.
 */
export class RemoteCluster {
  readonly #options: RemoteClusterOptions;
  readonly #reach: RemoteReach;
  readonly #closing = new AbortController();
  readonly #settled = Promise.withResolvers<void>();
  readonly #cancelTimeout: () => void;
  readonly #running: Promise<void>;
  #status: SyncStatus = "syncing";

  /** It is begun at once. */
  constructor(options: RemoteClusterOptions) {
    const { cluster, timeout, clock, log } = options;
    this.#options = options;
    this.#reach = new RemoteReach({
      clock,
      back: (awayMs) => {
        if (this.#status === "synced")
          log.info("Remote cluster is followed again", { cluster, awayMs: Math.round(awayMs) });
      },
    });
    this.#cancelTimeout = clock.after(timeout, () => this.#timeOut());
    this.#running = this.#run();
  }

  get status(): SyncStatus {
    return this.#status;
  }

  /** Milliseconds since its API server could no longer be followed; undefined while it is. */
  get awayMs(): number | undefined {
    return this.#reach.awayMs;
  }

  /** Resolves when nobody has to wait for it any more: it has joined, was not in time, or is closed. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  /** Leaves the mesh, unless another of its name has taken its place there. */
  async close(): Promise<void> {
    this.#status = "closed";
    this.#cancelTimeout();
    this.#closing.abort();
    this.#settled.resolve();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { network, cluster, log } = this.#options;
    let store: KubernetesStore | undefined;
    let membership: JoinedCluster | undefined;
    try {
      store = await this.#open();
      membership = await this.#options.environment.join(cluster, store);
      if (!this.#closing.signal.aborted) this.#joined();
      await aborted(this.#closing.signal);
    } catch (error) {
      if (!this.#closing.signal.aborted) log.error("Remote cluster cannot be followed", { cluster, error });
      this.#settled.resolve();
    } finally {
      await membership?.leave();
      await store?.close();
      network.close();
    }
  }

  #open(): Promise<KubernetesStore> {
    const { cluster, network, namespaces, clock, pace, log } = this.#options;
    const kinds = builtInCatalog();
    const { report, notice } = followLog(log, clock, { cluster });
    return KubernetesStore.open({
      transport: network.send,
      kinds: () => kinds,
      manager: "fairway",
      follow: remoteKinds,
      ...(namespaces.length > 0 && { namespaces }),
      clock,
      pace,
      report,
      notice: (each) => {
        this.#reach.take(each);
        notice(each);
      },
      signal: this.#closing.signal,
    });
  }

  #joined(): void {
    const { cluster, log, joined } = this.#options;
    this.#cancelTimeout();
    this.#status = "synced";
    log.info("Remote cluster joined the mesh", { cluster });
    joined();
    this.#settled.resolve();
  }

  #timeOut(): void {
    const { cluster, timeout, log, timedOut } = this.#options;
    this.#status = "timeout";
    log.error("Remote cluster was not read in time: it joins later, nobody waits for it", { cluster, timeout });
    timedOut();
    this.#settled.resolve();
  }
}
