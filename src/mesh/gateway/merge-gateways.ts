import type { IstioGateway } from "../../api/index.ts";
import { jsonEqual } from "../../base/json.ts";
import { type ConfigProblem, configProblem } from "../config-problem.ts";
import type { Policy } from "../policy/policy.ts";
import { type GatewayServer, gatewayServers, type ServerHost } from "./gateway-server.ts";
import { type GatewayProxy, resolvePorts } from "./resolve-ports.ts";

/** A place where a gateway listens, with the servers that share it. */
export interface GatewayListener {
  /** The port that the proxy listens on; 0 with a Unix domain socket. */
  readonly port: number;
  /** Empty: all addresses. */
  readonly bind: string;
  /** The same for all of its servers. */
  readonly form: GatewayServer["form"];
  readonly servers: readonly GatewayServer[];
  /** Servers that nothing tells apart from those above: the first of all that has a route serves. */
  readonly substitutes: readonly GatewayServer[];
}

/** A route configuration of a gateway, with the servers whose hosts are in it. */
export interface GatewayRoute {
  readonly name: string;
  readonly port: number;
  readonly servers: readonly GatewayServer[];
}

/** All Gateways that select a proxy, as one. */
export interface MergedGateways {
  /** By port, then by bind. */
  readonly listeners: readonly GatewayListener[];
  readonly routes: ReadonlyMap<string, GatewayRoute>;
  /** The Gateways themselves, the oldest first. */
  readonly sources: readonly Policy<IstioGateway>[];
  readonly problems: readonly ConfigProblem[];
}

interface Place extends GatewayListener {
  readonly servers: GatewayServer[];
  readonly substitutes: GatewayServer[];
}

/**
 * Merges Gateways, given the oldest first. Servers share a port if all of them speak plain HTTP, or if all of them are
 * told apart by SNI; whoever comes first decides which, and a server that does not fit is left out with a problem. HTTPS
 * servers for the same hosts with the same TLS are one, whose routes come from all of them.
 */
export function mergeGateways(gateways: readonly Policy<IstioGateway>[], proxy: GatewayProxy): MergedGateways {
  const places = new Map<string, Place>();
  const routes = new Map<string, Set<GatewayServer>>();
  const problems: ConfigProblem[] = [];
  for (const server of gateways.flatMap(gatewayServers)) {
    for (const port of resolvePorts(server, proxy)) {
      const bind = server.server.bind ?? "";
      const id = `${port} ${bind}`;
      const place = places.get(id) ?? { port, bind, form: server.form, servers: [], substitutes: [] };
      const twin = twinAt(place, server);
      if (twin) {
        addTo(routes, routeName(twin, port), server);
        continue;
      }
      const route = routeName(server, port);
      const owners = routes.get(route);
      const conflict = conflictAt(place, server, server.terminatesHttps && owners !== undefined && !owners.has(server));
      if (conflict !== undefined) {
        problems.push(configProblem(server.key, "FW1108", ["spec", "servers", server.position], conflict));
        if (place.form === "tcp" && server.form === "tcp") place.substitutes.push(server);
        continue;
      }
      places.set(id, place);
      place.servers.push(server);
      if (route !== "") addTo(routes, route, server);
    }
  }
  const listeners = [...places.values()].sort((a, b) => a.port - b.port || (a.bind < b.bind ? -1 : 1));
  return { listeners, routes: routesOf(listeners, routes), sources: gateways, problems };
}

/** A server that listens on several ports may have the same routes on all of them. */
function addTo(routes: Map<string, Set<GatewayServer>>, name: string, server: GatewayServer): void {
  routes.set(name, (routes.get(name) ?? new Set()).add(server));
}

/** The server that another one can be served with: both end TLS in the same way, and the same hosts are in it. */
function twinAt({ servers }: Place, server: GatewayServer): GatewayServer | undefined {
  if (!server.terminatesHttps) return undefined;
  return servers.find(
    (each) =>
      each.terminatesHttps && jsonEqual(each.server.tls, server.server.tls) && sameHosts(each.hosts, server.hosts),
  );
}

/** The same names for the same namespaces, or for namespaces of which each has its own. */
function sameHosts(a: readonly ServerHost[], b: readonly ServerHost[]): boolean {
  const fits = (one: ServerHost, other: ServerHost) =>
    one.host === other.host &&
    (one.namespace === other.namespace || (one.namespace !== "*" && other.namespace !== "*"));
  return a.every((one) => b.some((other) => fits(one, other))) && b.every((one) => a.some((other) => fits(one, other)));
}

/** The name of a server's route configuration where it listens on `port`; empty if it has none. */
export function routeName({ server, form, terminatesHttps, gateway }: GatewayServer, port: number): string {
  const bind = server.bind ? `.${server.bind}` : "";
  if (form === "http") return `http.${port}${bind}`;
  if (!terminatesHttps) return "";
  const [namespace = "", name = ""] = gateway.split("/");
  return `https.${server.port.number}.${server.port.name}.${name}.${namespace}${bind}`;
}

function conflictAt(place: Place, server: GatewayServer, routeTaken: boolean): string | undefined {
  const [first] = place.servers;
  if (first === undefined) return undefined;
  const where = `port ${place.port} is taken by '${first.gateway}'`;
  if (place.form !== server.form) return `must fit the protocol of the port: ${where} for ${first.protocol}`;
  if (place.form === "http") return undefined;
  if (place.form === "tcp") return `must have a port of its own: ${where}, and nothing tells connections apart`;
  const taken = new Set(place.servers.flatMap(({ hosts }) => hosts.map(({ host }) => host)));
  const repeated = server.hosts.find(({ host }) => taken.has(host));
  if (repeated) return `must have hosts of its own: '${repeated.host}' is served on this port already`;
  return routeTaken ? `must have a port name of its own: '${server.server.port.name}' stands twice` : undefined;
}

function routesOf(
  listeners: readonly GatewayListener[],
  servers: ReadonlyMap<string, ReadonlySet<GatewayServer>>,
): ReadonlyMap<string, GatewayRoute> {
  const routes = new Map<string, GatewayRoute>();
  for (const { port, servers: inside } of listeners) {
    for (const server of inside) {
      const name = routeName(server, port);
      if (name !== "" && !routes.has(name)) routes.set(name, { name, port, servers: [...(servers.get(name) ?? [])] });
    }
  }
  return routes;
}
