import type { Labels } from "../../base/labels.ts";
import type { EndpointShards, Service } from "../../core/index.ts";
import type { EndpointSource, OutboundView } from "../view.ts";
import type { Lookup, Reading } from "./reads.ts";

const find = {
  endpoints: (({ registry }, service) => registry.endpoints(service)) as Lookup<OutboundView, Service, EndpointShards>,
  service: (({ registry }, name) => {
    const at = name.indexOf("/");
    return registry.service(name.slice(at + 1), name.slice(0, at));
  }) as Lookup<OutboundView, string, Service | undefined>,
  near: (({ scope, registry }, service) => registry.endpointsNear(service, scope.place)) as Lookup<
    OutboundView,
    Service,
    EndpointShards
  >,
  networkGateways: ({ registry }: OutboundView) => registry.networkGateways(),
} as const;

/** A registry of which everything that is read is remembered. */
export class RegistryReader implements EndpointSource {
  readonly #reads: Reading<OutboundView>;
  readonly #registry: EndpointSource;

  constructor(reads: Reading<OutboundView>, registry: EndpointSource) {
    this.#reads = reads;
    this.#registry = registry;
  }

  endpoints(service: Service) {
    return this.#reads.find(find.endpoints, service);
  }

  service(host: string, namespace: string) {
    return this.#reads.find(find.service, `${namespace}/${host}`);
  }

  /** Nothing but the service and its endpoints makes a difference to them. */
  serviceAccounts(service: Service) {
    this.endpoints(service);
    return this.#registry.serviceAccounts(service);
  }

  /** The place can only be that of the scope. */
  endpointsNear(service: Service, _place: Labels | undefined) {
    return this.#reads.find(find.near, service);
  }

  networkGateways() {
    return this.#reads.get(find.networkGateways);
  }
}
