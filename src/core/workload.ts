import type { ResourceKey } from "../api/index.ts";
import type { Health } from "./endpoint.ts";
import type { Locality } from "./locality.ts";

/** Something that runs and can be behind services: a pod, or a workload entry. */
export interface Workload {
  /** The object it was made from. */
  readonly origin: ResourceKey;
  readonly namespace: string;
  /** Name of what runs it, such as its Deployment. */
  readonly name: string;
  readonly cluster: string;
  /** As an endpoint's. */
  readonly addresses: readonly string[];
  /** Its address is its node's too, so that the address does not tell which workload it is. */
  readonly sharesAddress: boolean;
  /** Its own labels. */
  readonly labels: { readonly [key: string]: string };
  /** Its own labels, and those that say where it runs. */
  readonly placedLabels: { readonly [key: string]: string };
  /** SPIFFE identity; empty if it is not known. */
  readonly serviceAccount: string;
  readonly network: string;
  readonly locality: Locality;
  /** Name of the Kubernetes node; empty if there is none. */
  readonly node: string;
  /** Share among its peers; 0 means 1. */
  readonly weight: number;
  readonly mutualTls: boolean;
  readonly health: Health;
  /** Ports by name: a pod's container ports, or the ports that an entry gives for those of the service. */
  readonly ports: { readonly [name: string]: number };
  /** Host name and domain that a pod asks for, such as `db-0` in `db`; empty if it does not. */
  readonly hostname: string;
  readonly subdomain: string;
}
