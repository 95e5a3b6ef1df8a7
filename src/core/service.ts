import type { ResourceKey } from "../api/index.ts";
import type { Protocol } from "./protocol.ts";
import type { TopologyRule } from "./topology-rule.ts";
import type { Visibility } from "./visibility.ts";

/** A port of a service. */
export interface ServicePort {
  readonly number: number;
  readonly name: string;
  readonly protocol: Protocol;
  /** What the object's port says of the backend's: a number, or the name of a container's port; 0 if it says nothing. */
  readonly targetPort: number | string;
}

/**
 * How the addresses behind a service are found. `endpoints`: the control plane tells them (EDS). `dns`: each proxy
 * resolves the endpoints' names (STRICT_DNS); `dns-round-robin`: one name at a time (LOGICAL_DNS); `dynamic-dns`: the
 * request's own host. `passthrough`: where the connection was going (ORIGINAL_DST). `alias`: another service's.
 */
export type Resolution = "endpoints" | "dns" | "dns-round-robin" | "dynamic-dns" | "passthrough" | "alias";

/** Something that can be called by name, wherever it was defined. */
export interface Service {
  /** Fully qualified, or a wildcard such as `*.example.com`. */
  readonly hostname: string;
  readonly namespace: string;
  /** The Kubernetes Service's own name; of an entry the host name. */
  readonly name: string;
  readonly ports: readonly ServicePort[];
  readonly resolution: Resolution;
  /** Not part of the mesh: no mesh identity is expected of it. */
  readonly external: boolean;
  /** Addresses that clients connect to; may hold ranges. Empty: any address on its ports. */
  readonly addresses: readonly string[];
  /** As `addresses`, in each cluster that has its own. */
  readonly addressesByCluster: ReadonlyMap<string, readonly string[]>;
  /** Addresses allocated for an entry without one, IPv4 first; empty if there is none. */
  readonly allocatedAddresses: readonly string[];
  /** Clients connect to the endpoints themselves. */
  readonly headless: boolean;
  /** The service whose endpoints an alias has. */
  readonly aliasOf?: string;
  readonly visibility: Visibility;
  readonly labels: { readonly [key: string]: string };
  /** Which workloads are behind it; undefined if its endpoints are given otherwise. */
  readonly selector?: { readonly [key: string]: string };
  /** Identities that its workloads may present, besides those of its endpoints. */
  readonly subjectAltNames: readonly string[];
  /** Endpoints that are not ready count too. */
  readonly publishNotReady: boolean;
  /** Clients reach only the endpoints on their own node; absent: all. */
  readonly nodeLocal?: boolean;
  /** Proxies reach only endpoints on nodes that share a label's value with their own; absent: all. */
  readonly topology?: TopologyRule;
  /** Where the workloads' own preference among localities is asked for. */
  readonly trafficDistribution: "any" | "prefer-same-zone" | "prefer-same-node";
  readonly registry: "Kubernetes" | "External";
  /** Milliseconds since the epoch; the older of two that claim the same wins. */
  readonly created: number;
  /** The object it was made from. */
  readonly origin: ResourceKey;
}
