import type { Route, VirtualHost } from "../../gen/envoy/config/route/v3.ts";
import type { MergedGateways } from "../../mesh/index.ts";
import type { PatchMatch } from "./patch.ts";

/** A route table as far as patches tell it apart from others. */
export interface TableIdentity {
  readonly name: string;
  /** The ports by which patches may name it. */
  readonly ports: readonly number[];
  readonly portName: string;
  /** `namespace/name`. */
  readonly gateway: string;
}

/** A sidecar's table, by its name: `80`, or `inbound|8080||`. */
export function sidecarTable(name: string): TableIdentity {
  const port = name.startsWith("inbound|") ? name.split("|")[1] : name;
  return { name, ports: [Number(port) || 0], portName: "", gateway: "" };
}

/** Reads the names of a gateway's tables. Patches name the ports of the servers that are in a table. */
export function gatewayTables(gateways: MergedGateways | undefined): (name: string) => TableIdentity {
  const routes = [...(gateways?.routes ?? [])];
  const byPort = Map.groupBy(routes, ([name]) => parseGatewayTable(name).port);
  return (name) => {
    const { port, portName, gateway } = parseGatewayTable(name);
    const servers = (byPort.get(port) ?? []).flatMap(([, route]) => route.servers);
    const ports = servers.map(({ server }) => server.port?.number ?? 0);
    return { name, ports: ports.length > 0 ? ports : [port], portName, gateway };
  };
}

function parseGatewayTable(name: string): Omit<TableIdentity, "name" | "ports"> & { readonly port: number } {
  const [scheme, port, portName = "", gateway = "", namespace = "", ...more] = name.split(".");
  if (scheme === "http") return { port: Number(name.slice("http.".length)) || 0, portName: "", gateway: "" };
  if (scheme !== "https" || namespace === "" || more.length > 0) return { port: 0, portName: "", gateway: "" };
  return { port: Number(port) || 0, portName, gateway: `${namespace}/${gateway}` };
}

/** Whether a patch may be for something in a route table. A sidecar's tables have neither gateway nor name of a port. */
export function matchesTable(
  { routeConfiguration: wanted }: PatchMatch,
  table: TableIdentity,
  ofGateway: boolean,
): boolean {
  if (!wanted) return true;
  if (wanted.name && wanted.name !== table.name) return false;
  if (wanted.portNumber && !table.ports.includes(wanted.portNumber)) return false;
  if (!ofGateway) return true;
  return (
    (!wanted.portName || wanted.portName === table.portName) && (!wanted.gateway || wanted.gateway === table.gateway)
  );
}

/** Whether a virtual host of a table that matches is one that a patch is for. */
export function matchesHost({ routeConfiguration }: PatchMatch, { name, domains = [] }: VirtualHost): boolean {
  const wanted = routeConfiguration?.vhost;
  if (!wanted) return true;
  return (!wanted.name || wanted.name === name) && (!wanted.domainName || domains.includes(wanted.domainName));
}

/** Which route a patch is for; undefined: it names none. */
export function routeFinder({ routeConfiguration }: PatchMatch): ((route: Route) => boolean) | undefined {
  const wanted = routeConfiguration?.vhost?.route;
  if (!wanted) return undefined;
  return (route) => {
    if (wanted.name && wanted.name !== route.name) return false;
    const action = actionOf(route);
    return (wanted.action ?? "ANY") === "ANY" || action === undefined || action === wanted.action;
  };
}

/** Undefined: something that patches have no word for. */
function actionOf({ route, redirect, directResponse }: Route): "ROUTE" | "REDIRECT" | "DIRECT_RESPONSE" | undefined {
  if (route) return "ROUTE";
  if (redirect) return "REDIRECT";
  return directResponse ? "DIRECT_RESPONSE" : undefined;
}
