import type { Locality } from "./locality.ts";

/**
 * `unknown`: nobody looks, as with addresses written by hand; such endpoints take traffic. `unready` endpoints are told
 * to proxies only where they ask for them; `draining` ones answer while they end but take no new sessions.
 */
export type Health = "healthy" | "unknown" | "unready" | "draining" | "terminating";

/** One address behind one port of a service. */
export interface Endpoint {
  /**
   * IP addresses, the preferred first; or one host name; or one `unix://` path. Empty: whatever is behind the gateways
   * of its network.
   */
  readonly addresses: readonly string[];
  /** 0 for a `unix://` path. */
  readonly port: number;
  /** The service port it is behind. */
  readonly portName: string;
  /** The workload's own, and those that say where it runs (`topology.istio.io/network` and the like). */
  readonly labels: { readonly [key: string]: string };
  /** SPIFFE identity; empty if it is not known. */
  readonly serviceAccount: string;
  readonly network: string;
  readonly cluster: string;
  readonly locality: Locality;
  /** Share among its peers; 0 means 1. */
  readonly weight: number;
  /** It speaks the mesh's mutual TLS. */
  readonly mutualTls: boolean;
  readonly health: Health;
  /** Name of what runs it, such as its Deployment; empty if no workload is known behind the address. */
  readonly workload: string;
  /** The workload's; empty with it. */
  readonly namespace: string;
  /** Name of the Kubernetes node; empty if there is none. */
  readonly node: string;
  /** Its own name in a headless service; empty if it has none. */
  readonly hostname: string;
}

/** Endpoints of a service, apart for each cluster that told of them, so that one cluster's news replaces only its own. */
export type EndpointShards = ReadonlyMap<string, readonly Endpoint[]>;
