import type { ResourceChange } from "../core/index.ts";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { ClusterLoadAssignment } from "../gen/envoy/config/endpoint/v3.ts";
import type { Listener } from "../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";

/** An object of the configuration. */
export type ResourceKey = ResourceChange["key"];

/** A resource of the proxy, with the objects it was made from as far as they are known. */
export interface Sourced<M> {
  readonly message: M;
  readonly sources?: readonly ResourceKey[];
}

/** Resources by name. */
export type Named<M> = ReadonlyMap<string, Sourced<M>>;

/** All that a proxy was told. */
export interface ProxyConfig {
  readonly listeners: Named<Listener>;
  readonly routes: Named<RouteConfiguration>;
  readonly clusters: Named<Cluster>;
  /** By the name that clusters ask for. */
  readonly endpoints: Named<ClusterLoadAssignment>;
}
