import { formatGroupKind, type GroupKind } from "../api/index.ts";

/** A kind that the wrapper follows and answers for itself. */
export interface ServedKind extends GroupKind {
  /** Which of its objects are followed. Default: all. */
  readonly labelSelector?: string;
  /** Not every API server has it: it is not waited for, and until it is there requests for it go to the server. */
  readonly optional?: true;
}

/** What other proxies than the node's serve, and what none does, is nobody's concern here. */
const proxied = "!service.kubernetes.io/service-proxy-name,!service.kubernetes.io/headless";

/** All that kube-proxy reads, in an order in which nothing refers to what comes after it. */
export const servedKinds: readonly ServedKind[] = [
  { group: "", kind: "Node" },
  { group: "", kind: "Service", labelSelector: proxied },
  { group: "discovery.k8s.io", kind: "EndpointSlice", labelSelector: proxied },
  { group: "", kind: "Endpoints", labelSelector: proxied },
  { group: "networking.k8s.io", kind: "ServiceCIDR", optional: true },
];

/** The served kind that this is; undefined for any other. */
export function servedKind(type: GroupKind): ServedKind | undefined {
  return servedKinds.find((each) => formatGroupKind(each) === formatGroupKind(type));
}
