import type { Resource } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import type { LogScope } from "../../base/log.ts";
import { type RemoteClaim, remoteClaims } from "./remote-claims.ts";
import type { RemoteCluster, SyncStatus } from "./remote-cluster.ts";

/** Told of what a cluster is waited for. */
export interface RemoteEvents {
  readonly joined: () => void;
}

export interface RemoteClustersOptions {
  /** The name of the cluster whose configuration holds. */
  readonly ownCluster: string;
  /** Begins to follow a cluster; what its kubeconfig cannot be used for is a fault. */
  readonly connect: (claim: RemoteClaim, events: RemoteEvents) => Promise<RemoteCluster>;
  readonly log: LogScope;
}

/** A cluster as people are told of it; the first three members are istiod's. */
export interface ClusterInfo {
  readonly id: string;
  /** `namespace/name`; empty for the own cluster. */
  readonly secretName: string;
  readonly syncStatus: SyncStatus;
  /** Seconds since its API server could no longer be followed. */
  readonly awaySeconds?: number;
  /** What is wrong with its kubeconfig. */
  readonly problem?: string;
}

interface Entry {
  claim: RemoteClaim;
  /** The one that counts: it has joined, or nothing else has. */
  current?: RemoteCluster;
  /** Takes its place as soon as it has joined. */
  next?: RemoteCluster;
  problem?: string;
}

/** The remote clusters that Secrets name: begun, replaced and ended as the Secrets change. */
export class RemoteClusters {
  readonly #options: RemoteClustersOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #ending = new Set<Promise<void>>();
  #told: ReadonlySet<string> = new Set();
  #working: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: RemoteClustersOptions) {
    this.#options = options;
  }

  /** Takes all Secrets that there are. Resolves when every cluster that they name is begun, however long that takes to be read. */
  take(secrets: readonly Resource[]): Promise<void> {
    this.#working = this.#working.then(() => this.#apply(secrets));
    return this.#working;
  }

  /** Resolves when nobody has to wait for any of them: each was read, or was not in time. */
  async settled(): Promise<void> {
    await this.#working;
    await Promise.all([...this.#entries.values()].map(({ current }) => current?.settled));
  }

  /** All clusters, the own one first, then by name. */
  list(): readonly ClusterInfo[] {
    const own: ClusterInfo = { id: this.#options.ownCluster, secretName: "", syncStatus: "synced" };
    const remote = [...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, entry]) => infoOf(id, entry));
    return [own, ...remote];
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    for (const entry of this.#entries.values()) this.#end(entry.current, entry.next);
    this.#entries.clear();
    await Promise.all(this.#ending);
  }

  async #apply(secrets: readonly Resource[]): Promise<void> {
    if (this.#closed) return;
    const { ownCluster, log } = this.#options;
    const { claims, problems } = remoteClaims(secrets, ownCluster);
    const texts = new Set(problems.map((problem) => JSON.stringify(problem)));
    for (const problem of problems) {
      if (this.#told.has(JSON.stringify(problem))) continue;
      log.warn("Secret of a remote cluster does not count", { ...problem });
    }
    this.#told = texts;
    for (const [cluster, { current, next, claim }] of [...this.#entries]) {
      if (claims.has(cluster)) continue;
      log.info("Remote cluster leaves the mesh: no Secret names it any more", { cluster, secret: claim.secret });
      this.#entries.delete(cluster);
      this.#end(current, next);
    }
    for (const claim of claims.values()) await this.#put(claim);
  }

  async #put(claim: RemoteClaim): Promise<void> {
    const entry = this.#entries.get(claim.cluster) ?? { claim };
    const known = this.#entries.has(claim.cluster) && entry.claim.kubeconfig === claim.kubeconfig;
    this.#entries.set(claim.cluster, entry);
    entry.claim = claim;
    if (known) return;
    const { cluster, secret } = claim;
    delete entry.problem;
    try {
      const begun = await this.#options.connect(claim, { joined: () => this.#promote(entry, begun) });
      this.#end(entry.next);
      if (entry.current?.status === "synced") entry.next = begun;
      else {
        this.#end(entry.current);
        entry.current = begun;
        delete entry.next;
      }
      this.#options.log.info("Remote cluster is read", { cluster, secret });
    } catch (error) {
      entry.problem = FairwayError.from(error).message;
      const consequence = entry.current ? "the one before stays in use" : "the cluster is left out";
      this.#options.log.error(`Kubeconfig of a remote cluster cannot be used; ${consequence}`, {
        cluster,
        secret,
        error,
      });
    }
  }

  /** One that was to take another's place has joined. */
  #promote(entry: Entry, joined: RemoteCluster): void {
    if (entry.next !== joined) return;
    this.#end(entry.current);
    entry.current = joined;
    delete entry.next;
  }

  #end(...clusters: readonly (RemoteCluster | undefined)[]): void {
    for (const cluster of clusters) {
      if (!cluster) continue;
      const ending = cluster.close().finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
  }
}

function infoOf(id: string, { claim, current, problem }: Entry): ClusterInfo {
  const away = current?.status === "synced" ? current.awayMs : undefined;
  return {
    id,
    secretName: claim.secret,
    syncStatus: current?.status ?? "closed",
    ...(away !== undefined && { awaySeconds: Math.round(away / 1000) }),
    ...(problem !== undefined && { problem }),
  };
}
