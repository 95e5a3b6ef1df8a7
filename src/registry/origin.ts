import type { Resource } from "../api/index.ts";
import type { Endpoint, Service, Workload } from "../core/index.ts";
import type { NetworkGateway } from "./network-gateway.ts";
import type { WorkloadContext } from "./workload-context.ts";

/** What one object, a Service or a ServiceEntry, gives to the registry. */
export interface Origin {
  readonly parts: readonly OriginPart[];
  readonly gateways: readonly NetworkGateway[];
}

/** One of its hosts. */
export interface OriginPart {
  readonly service: Service;
  readonly endpoints: readonly Endpoint[];
  /** Addresses the status says were allocated. */
  readonly allocated: readonly string[];
  /** It asks for an address if it has none. */
  readonly allocate: boolean;
}

/** What making the endpoints of an object needs. Who implements it notes what was read, to repeat it when that changes. */
export interface OriginContext extends WorkloadContext {
  /** The workload of a pod. */
  pod(namespace: string, name: string): Workload | undefined;
  /** The workload with an address in a namespace, if it is the only one. */
  workloadAt(namespace: string, address: string): Workload | undefined;
  /** Workloads of a namespace that have the labels, by kind and name; none for an empty selector. */
  selected(
    namespace: string,
    selector: { readonly [key: string]: string },
    kinds: readonly WorkloadKind[],
  ): readonly Workload[];
  /** What `make` returns; undefined if it throws, which is reported as a problem of the object. */
  fenced<T>(object: Resource, make: () => T): T | undefined;
  /** All nodes that have the labels. */
  nodes(labels: { readonly [key: string]: string }): readonly NodeAddresses[];
}

export type WorkloadKind = "Pod" | "WorkloadEntry";

/** A node by which a Service can be reached from outside. */
export interface NodeAddresses {
  readonly name: string;
  readonly external: readonly string[];
}
