import type { Destination, HttpRoute, TcpRoute, TlsRoute, VirtualService } from "../../api/index.ts";
import { meshGateway } from "../../api/index.ts";
import type { Visibility } from "../../core/index.ts";
import { completeGateway, completeHost } from "../complete-host.ts";
import { type MeshSettings, visibilityOf } from "../mesh-settings.ts";
import { type ConfigOrigin, originOf } from "../precedence.ts";

/** A VirtualService whose names are all complete. */
export interface ResolvedVirtualService extends ConfigOrigin {
  readonly resource: VirtualService;
  readonly visibility: Visibility;
  /** Empty: it is for others to delegate to. */
  readonly hosts: readonly string[];
  /** `mesh` or `namespace/name`. */
  readonly gateways: readonly string[];
  readonly http: readonly HttpRoute[];
  readonly tls: readonly TlsRoute[];
  readonly tcp: readonly TcpRoute[];
}

/** Completes the names of hosts, destinations and gateways by the object's namespace and the mesh's domain. */
export function resolveVirtualService(resource: VirtualService, settings: MeshSettings): ResolvedVirtualService {
  const origin = originOf(resource);
  const { namespace } = origin;
  const { hosts = [], gateways = [], http = [], tls = [], tcp = [], exportTo } = resource.spec;
  const names = namesIn(namespace, settings.domainSuffix);
  return {
    ...origin,
    resource,
    visibility: visibilityOf(settings, "virtualService", namespace, exportTo),
    hosts: hosts.map(names.host),
    gateways: gateways.length === 0 ? [meshGateway] : [...new Set(gateways.map(names.gateway))],
    http: http.map((route) => resolveHttpRoute(route, names)),
    tls: tls.map((route) => resolveL4Route(route, names)),
    tcp: tcp.map((route) => resolveL4Route(route, names)),
  };
}

interface Names {
  readonly host: (host: string) => string;
  readonly gateway: (gateway: string) => string;
  readonly destination: (destination: Destination) => Destination;
}

function namesIn(namespace: string, domainSuffix: string): Names {
  const host = (text: string) => completeHost(text, namespace, domainSuffix);
  return {
    host,
    gateway: (text) => completeGateway(text, namespace),
    destination: (destination) => ({ ...destination, host: host(destination.host) }),
  };
}

function resolveHttpRoute(route: HttpRoute, names: Names): HttpRoute {
  const { match, route: destinations, mirror, mirrors } = route;
  return {
    ...route,
    ...(match && { match: match.map((each) => resolveMatch(each, names)) }),
    ...(destinations && { route: destinations.map((each) => resolveForward(each, names)) }),
    ...(mirror && { mirror: names.destination(mirror) }),
    ...(mirrors && { mirrors: mirrors.map((each) => resolveForward(each, names)) }),
  };
}

function resolveL4Route<R extends TlsRoute | TcpRoute>(route: R, names: Names): R {
  return {
    ...route,
    ...(route.match && { match: route.match.map((each) => resolveMatch(each, names)) }),
    ...(route.route && { route: route.route.map((each) => resolveForward(each, names)) }),
  };
}

function resolveForward<F extends { readonly destination: Destination }>(forward: F, names: Names): F {
  return { ...forward, destination: names.destination(forward.destination) };
}

function resolveMatch<M extends { readonly gateways?: readonly string[] | undefined }>(match: M, names: Names): M {
  return match.gateways?.length ? { ...match, gateways: match.gateways.map(names.gateway) } : match;
}
