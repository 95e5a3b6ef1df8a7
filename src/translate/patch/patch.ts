import type { EnvoyFilter, ResourceKey } from "../../api/index.ts";
import type { MessageTypes } from "../../gen/message-types.ts";

type ConfigPatch = NonNullable<NonNullable<EnvoyFilter["spec"]>["configPatches"]>[number];

/** Which parts a patch is for. */
export type PatchMatch = NonNullable<ConfigPatch["match"]>;

/** What a patch does with its value. */
export type PatchOperation = Exclude<NonNullable<NonNullable<ConfigPatch["patch"]>["operation"]>, "INVALID">;

/** Traffic that a part of the configuration is for, as patches name it. */
export type PatchContext = "SIDECAR_INBOUND" | "SIDECAR_OUTBOUND" | "GATEWAY";

/** The parts that can be patched, with the message that a patch's value is. */
export const patchedMessages = {
  LISTENER: "envoy.config.listener.v3.Listener",
  LISTENER_FILTER: "envoy.config.listener.v3.ListenerFilter",
  FILTER_CHAIN: "envoy.config.listener.v3.FilterChain",
  NETWORK_FILTER: "envoy.config.listener.v3.Filter",
  HTTP_FILTER: "envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter",
  ROUTE_CONFIGURATION: "envoy.config.route.v3.RouteConfiguration",
  VIRTUAL_HOST: "envoy.config.route.v3.VirtualHost",
  HTTP_ROUTE: "envoy.config.route.v3.Route",
  CLUSTER: "envoy.config.cluster.v3.Cluster",
  EXTENSION_CONFIG: "envoy.config.core.v3.TypedExtensionConfig",
} as const satisfies { readonly [part: string]: keyof MessageTypes };

/** A part of the configuration that can be patched. */
export type PatchedPart = keyof typeof patchedMessages;

/** The message of a part. */
export type PatchedMessage<P extends PatchedPart> = MessageTypes[(typeof patchedMessages)[P]];

/** One patch of an EnvoyFilter, ready to be applied; the same object as long as the EnvoyFilter is. */
export interface Patch<P extends PatchedPart = PatchedPart> {
  /** The EnvoyFilter, and the patch's place in it. */
  readonly source: ResourceKey;
  readonly position: number;
  readonly applyTo: P;
  readonly operation: PatchOperation;
  readonly match: PatchMatch;
  /** In canonical JSON; empty where the operation takes none. */
  readonly value: PatchedMessage<P>;
}

/** Whether a patch changes what is there by its value. */
export function isMerge({ operation }: Patch): boolean {
  return operation === "MERGE" || operation === "MERGE_AND_REPLACE_LIST";
}

/** Whether a patch is for traffic of a context. */
export function isForContext({ match: { context = "ANY" } }: Patch, wanted: PatchContext): boolean {
  return context === "ANY" || context === wanted;
}

/** Whether what a patch adds on its own is for a context: without a word about it, not for incoming traffic. */
export function addsTo(patch: Patch, context: PatchContext): boolean {
  if (patch.operation !== "ADD" || !isForContext(patch, context)) return false;
  return context !== "SIDECAR_INBOUND" || patch.match.context === context;
}
