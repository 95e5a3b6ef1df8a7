import { isIpOrCidr } from "../checks/address.ts";
import { areLabels } from "../checks/names.ts";
import { int32, list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { destination } from "./destination.ts";
import { isGatewayName } from "./gateway-name.ts";
import { portIfSet } from "./port-number.ts";
import { haveWeights, isWeight } from "./weights.ts";

/** One of the destinations among which connections are divided. */
const routeDestination = obj({
  destination: req(1, destination, "Where the connections go."),
  weight: opt(
    2,
    int32({ checks: [isWeight] }),
    "Share of the connections, in proportion to the other weights. Needed beside other destinations.",
  ),
});

const destinations = list(routeDestination, { checks: [haveWeights] });
const subnets = list(str({ checks: [isIpOrCidr] }));
const labels = map(str(), { checks: [areLabels] });
const gateways = list(str({ checks: [isGatewayName] }));
const gatewaysDoc = "Gateways that the match is for, instead of those of the virtual service.";
const sourceLabelsDoc = "Labels that the calling workload must have.";
const sourceNamespaceDoc = "Namespace that the calling workload must be in.";
const destinationSubnetsDoc = "Addresses and ranges that the connection must be for.";
const portDoc = "Port that the connection came to.";

const isForwarded: Check<{ readonly route?: readonly unknown[] | undefined }> = (route, report) => {
  if (!route.route?.length) report("FW0315", "must have at least one destination", "route");
};

/** Conditions on an encrypted connection, all of which must hold. */
const tlsMatchAttributes = obj(
  {
    sniHosts: req(1, list(str()), "Hosts asked for by SNI; each must be covered by the virtual service's `hosts`."),
    destinationSubnets: opt(2, subnets, destinationSubnetsDoc),
    port: opt(3, portIfSet, portDoc),
    sourceLabels: opt(5, labels, sourceLabelsDoc),
    gateways: opt(6, gateways, gatewaysDoc),
    sourceNamespace: opt(7, str(), sourceNamespaceDoc),
  },
  {
    checks: [
      (match, report) => {
        if (match.sniHosts.length === 0) report("FW0106", "must have at least one host", "sniHosts");
      },
    ],
  },
);

/** What becomes of encrypted connections that match; they are not decrypted. */
export const tlsRoute = obj(
  {
    match: req(1, list(tlsMatchAttributes), "The route is for connections that match one of these."),
    route: opt(2, destinations, "Destinations to forward to, by weight."),
  },
  {
    checks: [
      isForwarded,
      (route, report) => {
        if (route.match.length === 0) report("FW0106", "must have at least one match", "match");
      },
    ],
  },
);

/** Conditions on a connection, all of which must hold. */
const l4MatchAttributes = obj({
  destinationSubnets: opt(1, subnets, destinationSubnetsDoc),
  port: opt(2, portIfSet, portDoc),
  sourceSubnet: opt(3, str(), "Address or range that the connection must come from; not supported by proxies yet."),
  sourceLabels: opt(4, labels, sourceLabelsDoc),
  gateways: opt(5, gateways, gatewaysDoc),
  sourceNamespace: opt(6, str(), sourceNamespaceDoc),
});

/** What becomes of plain connections that match. */
export const tcpRoute = obj(
  {
    match: opt(1, list(l4MatchAttributes), "The route is for connections that match one of these; absent: all."),
    route: opt(2, destinations, "Destinations to forward to, by weight."),
  },
  { checks: [isForwarded] },
);

export interface RouteDestination extends Infer<typeof routeDestination> {}
export interface TlsMatchAttributes extends Infer<typeof tlsMatchAttributes> {}
export interface TlsRoute extends Infer<typeof tlsRoute> {}
export interface L4MatchAttributes extends Infer<typeof l4MatchAttributes> {}
export interface TcpRoute extends Infer<typeof tcpRoute> {}
