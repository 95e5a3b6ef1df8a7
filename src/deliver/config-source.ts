import type { Proxy as MeshProxy } from "../core/index.ts";
import type { ResourceSet } from "./resource-set.ts";

/** What is asked for of a type: everything, or these names. */
export type Wanted = "all" | ReadonlySet<string>;

/** What one client is to have, at one moment. */
export interface ClientConfig {
  /**
   * The resources of a type. The same set as before, by identity, while nothing in it changed. A type that nobody makes
   * is an empty set.
   */
  resources(type: string, wanted: Wanted): ResourceSet;
}

/** What a client's stream can carry besides what every stream can. */
export interface StreamAbilities {
  /** Virtual hosts apart from their route tables: only where all types are on one stream of the delta form. */
  readonly virtualHosts: boolean;
}

/** The configuration of all clients at one moment. A push works on one such version from its beginning to its end. */
export interface ConfigVersion {
  /** For people: when it was made, and a number. */
  readonly name: string;
  /** Rises with each version of a source; the first is 1 or more. */
  readonly number: number;
  /** What a client is to have. Default of `abilities`: none. */
  client(proxy: MeshProxy, abilities?: StreamAbilities): ClientConfig;
}

/** Where configuration comes from. Who makes it, and of what, is not known here. */
export interface ConfigSource {
  /** The newest version; undefined until there is one. */
  readonly current: ConfigVersion | undefined;
}
