import type { KindCatalog } from "../api/index.ts";
import type { LogScopes } from "../base/log.ts";
import type { ResourceStore } from "../core/index.ts";
import type { ReadingPace } from "../kube/index.ts";
import type { Environment } from "../mesh/index.ts";
import type { Authority } from "../pki/index.ts";
import type { Address, Settings } from "../settings/index.ts";
import type { ServerMetrics } from "./metrics.ts";
import type { Observer } from "./observer.ts";
import type { FollowSecrets } from "./remote/labelled-secrets.ts";
import type { ClusterInfo } from "./remote/remote-clusters.ts";

/** Milliseconds that requests under way may take to end when the server stops. */
export const drainMs = 3000;

/** Something that listens on an address until it is closed. */
export interface Listening {
  listen(address: Address, what: string): Promise<string>;
  /** Lets what is under way end for up to `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

/** This process among all replicas. */
export interface Replica {
  /** Unlike that of all others, and of all before it. */
  readonly id: string;
  /** Lets the others know that it lives, from now on; resolves when they can. */
  announce(): Promise<void>;
}

/** What the parts of the control plane stand on. */
export interface Ground {
  readonly settings: Settings;
  readonly version: string;
  readonly logs: LogScopes;
  readonly metrics: ServerMetrics;
  readonly store: ResourceStore;
  readonly kinds: () => KindCatalog;
  readonly environment: Environment;
  /** How changes of clusters are read that come in a row. */
  readonly pace: ReadingPace;
  /** The clusters that the mesh is made of. */
  readonly clusters: () => readonly ClusterInfo[];
  readonly replica: Replica;
  /** The mesh's certificate authority. */
  readonly authority: Authority;
  /** Who has it may do everything. */
  readonly adminToken: string;
  /** Whether everything has started. */
  readonly ready: () => boolean;
  /** What is to be done at the end, in reverse order. */
  readonly stops: (() => Promise<void>)[];
  readonly observer?: Observer;
  /** Says where a part listens. */
  readonly announce: (name: string, address: string) => void;
  /** Starts a part that `--NAME-address` is for, and sees to its end. Returns the real address. */
  listen(name: string, listener: Listening, address: Address): Promise<string>;
}

/** Where configuration is kept, and what runs on it. */
export interface Backing {
  readonly store: ResourceStore;
  readonly kinds: () => KindCatalog;
  readonly replica: Replica;
  /** The mesh's certificate authority, made if there is none yet. */
  authority(): Promise<Authority>;
  /** Follows Secrets where they are kept. */
  readonly followSecrets: FollowSecrets;
  /** Starts what runs on the store besides xDS; what comes back is called when all else has started. */
  start(ground: Ground): Promise<() => Promise<void>>;
}

/** Names of this machine that certificates are for, besides the host that a part listens on. */
export function certifiedNames({ host }: Address): readonly string[] {
  const everywhere = ["", "0.0.0.0", "::"].includes(host);
  return [...new Set(["localhost", "127.0.0.1", "::1", ...(everywhere ? [] : [host])])];
}
