/**
 * Delivers configuration to clients over xDS, state-of-the-world and delta. Knows names, types and versions of resources,
 * who is subscribed to what, and what each client has; what is in them, and why, is somebody else's.
 */

export { AdsServer, type AdsServerOptions } from "./ads-server.ts";
export { type Attribution, attributeRejection, type Rejection } from "./attribute-rejection.ts";
export { ChangeLedger } from "./change-ledger.ts";
export type { ClientConfig, ConfigSource, ConfigVersion, StreamAbilities, Wanted } from "./config-source.ts";
export { Connection } from "./connection.ts";
export { Debounce, type DebounceOptions, type Stable } from "./debounce.ts";
export { type ConnectedClient, type DeliveryEvents, noEvents, type SendCost, tellAll } from "./delivery-events.ts";
export { mergeRequests, type PushReason, type PushRequest } from "./push-request.ts";
export { Pusher, type PusherOptions, type PushTimes } from "./pusher.ts";
export type { AnswerStream, Queries, Query, QueryAnswer } from "./query.ts";
export type { Report, Reports } from "./reports.ts";
export type { MessageDecoder } from "./requests.ts";
export { ResourceGroup } from "./resource-group.ts";
export { ResourceSet } from "./resource-set.ts";
export { type SyncState, statusOfClient, type TypeStatus } from "./status-of-client.ts";
export { defaultStreamLimits, type StreamLimits } from "./stream-limits.ts";
export { StreamRate } from "./stream-rate.ts";
export type { Subscription } from "./subscription.ts";
export { tableOfHost, virtualHostResource } from "./virtual-host-name.ts";
export { contentVersion, type Follower, type XdsResource, xdsResource } from "./xds-resource.ts";
export { shortType, xdsTypes } from "./xds-types.ts";
