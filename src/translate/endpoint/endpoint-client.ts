import type { Labels } from "../../base/labels.ts";
import type { AddressFamilies, Locality } from "../../core/index.ts";
import type { ServiceSource } from "../../mesh/index.ts";
import { isTrue } from "../node-flag.ts";
import type { OutboundView } from "../view.ts";

/** A way into a network from others. */
export type NetworkGateway = NonNullable<ReturnType<ReturnType<ServiceSource["networkGateways"]>["get"]>>[number];

/** What of a proxy decides which endpoints it is told, and how; made once for all services of a view. */
export interface EndpointClient {
  readonly cluster: string;
  readonly network: string;
  /** The networks that it wants to see at all; empty: every one. */
  readonly networkView: readonly string[];
  /** Its Kubernetes node; empty if it is not known. */
  readonly node: string;
  readonly locality: Locality;
  readonly families: AddressFamilies;
  readonly gateways: readonly NetworkGateway[];
  /** It learns of its own peers, so that Envoy can weigh its zone against others. */
  readonly discoversSelf: boolean;
  /** A label of the proxy's workload, or one that says where it runs. */
  readonly label: (key: string) => string;
}

/** Reads what concerns endpoints from a view. */
export function endpointClient({ scope, registry }: OutboundView): EndpointClient {
  const { proxy, labels, workloadNetwork } = scope;
  const { locality, cluster, network, metadata } = proxy;
  const node = textOf(metadata["NODE_NAME"]);
  const placed: Labels = {
    "topology.kubernetes.io/region": locality.region,
    "topology.kubernetes.io/zone": locality.zone,
    "topology.istio.io/subzone": locality.subzone,
    "topology.istio.io/cluster": cluster,
    "topology.istio.io/network": workloadNetwork,
    "kubernetes.io/hostname": node,
  };
  return {
    cluster,
    network,
    networkView: textOf(metadata["REQUESTED_NETWORK_VIEW"])
      .split(",")
      .flatMap((word) => word.trim() || []),
    node,
    locality,
    families: proxy.families,
    gateways: [...registry.networkGateways().values()].flat(),
    discoversSelf: isTrue(metadata["ENABLE_SELF_DISCOVERY"]),
    label: (key) => placed[key] || labels[key] || "",
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
