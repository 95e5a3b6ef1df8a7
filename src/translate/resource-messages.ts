import type { MessageTypes } from "../gen/message-types.ts";

/** The lists that a translation has, with the message that each one's resources are. */
export const resourceMessages = {
  clusters: "envoy.config.cluster.v3.Cluster",
  endpoints: "envoy.config.endpoint.v3.ClusterLoadAssignment",
  listeners: "envoy.config.listener.v3.Listener",
  routes: "envoy.config.route.v3.RouteConfiguration",
  extensions: "envoy.config.core.v3.TypedExtensionConfig",
} as const satisfies { readonly [list: string]: keyof MessageTypes };

/** The name of such a list. */
export type ResourceList = keyof typeof resourceMessages;
