import { isRegex } from "../checks/regex.ts";
import { choice, map, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { count, portNumber } from "./port-number.ts";

const isRegexIfSet: Check<string> = (text, report) => {
  if (text !== "") isRegex(text, report);
};

const proxyMatch = obj({
  proxyVersion: opt(1, str({ checks: [isRegexIfSet] }), "RE2 expression for the proxy's version."),
  metadata: opt(2, map(str()), "Metadata that the proxy must have been started with."),
});

const filterMatch = obj({
  name: opt(1, str(), "Name of the filter."),
  subFilter: opt(
    2,
    obj({ name: opt(1, str(), "Name of the HTTP filter.") }),
    "HTTP filter within the filter, an HTTP connection manager.",
  ),
});

const filterChainMatch = obj({
  name: opt(1, str(), "Name of the chain."),
  sni: opt(2, str(), "SNI that the chain is for."),
  transportProtocol: opt(3, str(), "Transport protocol that the chain is for: `raw_buffer` or `tls`."),
  applicationProtocols: opt(4, str(), "Comma-separated application protocols that the chain is for."),
  filter: opt(5, filterMatch, "Filter of the chain."),
  destinationPort: opt(6, count, "Destination port that the chain is for."),
  // Newer than the published protobuf message, hence without a number.
  transportSocket: opt(0, str(), "Name of the chain's transport socket."),
});

const listenerMatch = obj({
  portNumber: opt(1, count, "Port of the service or gateway that the listener is for."),
  portName: opt(2, str(), "Has no effect."),
  filterChain: opt(3, filterChainMatch, "Filter chain of the listener."),
  listenerFilter: opt(5, str(), "Name of the listener filter."),
  name: opt(4, str(), "Name of the listener."),
});

const routeMatch = obj({
  name: opt(1, str(), "Name of the route."),
  action: opt(
    2,
    choice({ ANY: 0, ROUTE: 1, REDIRECT: 2, DIRECT_RESPONSE: 3 }),
    "What the route does with requests. Default: ANY.",
  ),
});

const virtualHostMatch = obj({
  name: opt(1, str(), "Name of the virtual host, such as `reviews.default.svc.cluster.local:80`."),
  domainName: opt(3, str(), "A domain of the virtual host."),
  route: opt(2, routeMatch, "Route of the virtual host."),
});

const routeConfigurationMatch = obj({
  portNumber: opt(1, count, "Port of the service or gateway that the routes are for."),
  portName: opt(2, str(), "Name of the gateway's port that the routes are for."),
  gateway: opt(3, str(), "Gateway that the routes are for, as `namespace/name`."),
  vhost: opt(4, virtualHostMatch, "Virtual host of the route configuration."),
  name: opt(5, str(), "Name of the route configuration."),
});

const clusterMatch = obj({
  portNumber: opt(1, count, "Port of the service."),
  service: opt(2, str(), "Full name of the service."),
  subset: opt(3, str(), "Subset of the service."),
  name: opt(4, str(), "Name of the cluster."),
});

const waypointMatch = obj({
  portNumber: opt(1, portNumber, "Port of the service."),
  route: opt(2, obj({ name: opt(1, str(), "Name of the route.") }), "Route of the waypoint."),
  filter: opt(3, filterMatch, "Filter of the waypoint."),
});

const oneof = "object_types";

const fields = {
  context: opt(
    1,
    choice({ ANY: 0, SIDECAR_INBOUND: 1, SIDECAR_OUTBOUND: 2, GATEWAY: 3, WAYPOINT: 4 }),
    "Proxies and directions that are meant. Default: ANY.",
  ),
  proxy: opt(2, proxyMatch, "Conditions on the proxy itself."),
  listener: opt(3, listenerMatch, "Listener, or part of one, to patch.", { oneof }),
  routeConfiguration: opt(4, routeConfigurationMatch, "Route configuration, or part of one, to patch.", { oneof }),
  cluster: opt(5, clusterMatch, "Cluster to patch.", { oneof }),
  waypoint: opt(6, waypointMatch, "Part of a waypoint to patch; with the context WAYPOINT.", { oneof }),
};

/** Which parts of generated configuration a patch is for. */
export interface EnvoyConfigMatch extends InferFields<typeof fields> {}

const fitsContext: Check<EnvoyConfigMatch> = ({ context, waypoint }, report) => {
  if (context === "WAYPOINT" && !waypoint) report("FW0375", "must be set with the context WAYPOINT", "waypoint");
  if (context !== "WAYPOINT" && waypoint) report("FW0375", "must not be set unless `context` is WAYPOINT", "waypoint");
};

/** Which parts of generated configuration a patch is for. */
export const envoyConfigMatch = obj(fields, { checks: [fitsContext] });

export interface FilterMatch extends Infer<typeof filterMatch> {}
