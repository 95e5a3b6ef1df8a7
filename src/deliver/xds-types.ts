const prefix = "type.googleapis.com/";

/** The types of resources that have a place in the order of a push. */
export const xdsTypes = {
  cluster: `${prefix}envoy.config.cluster.v3.Cluster`,
  endpoint: `${prefix}envoy.config.endpoint.v3.ClusterLoadAssignment`,
  listener: `${prefix}envoy.config.listener.v3.Listener`,
  route: `${prefix}envoy.config.route.v3.RouteConfiguration`,
  virtualHost: `${prefix}envoy.config.route.v3.VirtualHost`,
  secret: `${prefix}envoy.extensions.transport_sockets.tls.v3.Secret`,
  extension: `${prefix}envoy.config.core.v3.TypedExtensionConfig`,
  nameTable: `${prefix}istio.networking.nds.v1.NameTable`,
  proxyConfig: `${prefix}istio.mesh.v1alpha1.ProxyConfig`,
} as const;

/** Whether a type is a message's. Others are the kinds of objects: `group/version/kind`. */
export function isMessageType(type: string): boolean {
  return type.startsWith(prefix);
}

const shortNames: ReadonlyMap<string, string> = new Map([
  [xdsTypes.cluster, "CDS"],
  [xdsTypes.endpoint, "EDS"],
  [xdsTypes.listener, "LDS"],
  [xdsTypes.route, "RDS"],
  [xdsTypes.virtualHost, "VHDS"],
  [xdsTypes.secret, "SDS"],
  [xdsTypes.extension, "ECDS"],
  [xdsTypes.nameTable, "NDS"],
  [xdsTypes.proxyConfig, "PCDS"],
]);

/** `CDS` and the like; the whole type where there is no such word. */
export function shortType(type: string): string {
  return shortNames.get(type) ?? type;
}

const order = [...shortNames.keys()];

/** The order in which a push sends types: what is referred to before what refers to it. Others come last. */
export function byPushOrder(a: string, b: string): number {
  const place = (type: string) => (order.indexOf(type) + order.length + 1) % (order.length + 1);
  return place(a) - place(b);
}

/** The two forms of xDS: everything of a type at once, or what changed of it. */
export type XdsForm = "sotw" | "delta";
