/**
 * The words that several folders share, and the ports between them: types and pure functions, no state, no I/O. What a
 * service, an endpoint and a proxy are, wherever they came from; and the port to the store of versioned objects.
 */

export { type AddressFamilies, familiesOf, wildcardAddresses } from "./address-families.ts";
export type { Endpoint, EndpointShards, Health } from "./endpoint.ts";
export { isBookkeeping } from "./is-bookkeeping.ts";
export { formatLocality, type Locality, nowhere, parseLocality } from "./locality.ts";
export { nodeId } from "./node-id.ts";
export { portEndpoints } from "./port-endpoints.ts";
export { isHttp, isHttp2, isOpaque, isTls, type Protocol, parseProtocol, protocols } from "./protocol.ts";
export { type Dialect, type NodeIdentity, type Proxy, type ProxyType, parseProxy } from "./proxy.ts";
export type { ResourceChange } from "./resource-change.ts";
export type {
  DeleteOptions,
  Propagation,
  ResourceHistory,
  ResourceList,
  ResourceStore,
  Revision,
  RevisionFilter,
  Rollback,
  Watch,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "./resource-store.ts";
export type { Resolution, Service, ServicePort } from "./service.ts";
export type { TopologyRule } from "./topology-rule.ts";
export { isVisible, nowhereVisible, parseVisibility, type Visibility } from "./visibility.ts";
export type { Workload } from "./workload.ts";
