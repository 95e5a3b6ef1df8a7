import { meshGateway } from "../../api/index.ts";
import type { Service } from "../../core/index.ts";
import type { EgressScope, MergedDestinationRule, MeshVirtualService, OutboundScope } from "../../mesh/index.ts";
import { virtualHostName } from "../names.ts";
import { elsewhere, namespaceOfDomain } from "../short-names.ts";
import { hasRoutes } from "./http-routes.ts";
import { type PortServices, type ServicesByPort, servicesByPort } from "./port-services.ts";
import type { RouteClient } from "./route-client.ts";
import type { RouteSource } from "./route-context.ts";
import type { RouteName } from "./route-name.ts";
import { type RoutedHosts, routedHosts } from "./routed-hosts.ts";
import { anySource, sourceOf } from "./source-of.ts";
import { destinationHosts, sameKeyAsBefore, type VirtualHostKey } from "./virtual-host-key.ts";

/** What planning the virtual hosts of a configuration reads. */
export interface HostPlanning {
  readonly scope: OutboundScope;
  readonly client: RouteClient;
  readonly among: VirtualHostKey["among"];
  readonly services: ServicesByPort;
  /** The services of the configuration's port. */
  readonly ofPort: PortServices;
  readonly routed: RoutedHosts;
  readonly source: RouteSource;
  /** The namespace of the client's domain; undefined outside of Kubernetes. */
  readonly namespace: string | undefined;
}

/** Puts together what planning a configuration of a listener reads. */
export function hostPlanning(
  scope: OutboundScope,
  egress: EgressScope,
  route: RouteName,
  client: RouteClient,
): HostPlanning {
  const services = servicesByPort(egress.services);
  return {
    scope,
    client,
    among: route.host !== undefined ? "host" : route.port === 0 ? "ports" : "port",
    services,
    ofPort: services.get(route.port),
    routed: routedHosts(egress.virtualServices),
    source: { namespace: scope.proxy.namespace, labels: scope.labels },
    namespace: namespaceOfDomain(scope.proxy.dnsDomain),
  };
}

/** The first that has a route for the client. */
export function firstWithRoutes(
  { source }: HostPlanning,
  candidates: readonly MeshVirtualService[],
  port: number,
): MeshVirtualService | undefined {
  if (candidates.length === 0) return undefined;
  const place = { port, gateways: [meshGateway], source, retries: undefined };
  return candidates.find((each) => hasRoutes(each, place));
}

/** The host of a key, and what is known of it. */
export interface PlannedHost
  extends Pick<VirtualHostKey, "host" | "port" | "virtualService">,
    Partial<Pick<VirtualHostKey, "name" | "service" | "dnsDomain" | "aliases" | "taken">> {}

const noServices: readonly Service[] = [];
const noDomains: readonly string[] = [];
const noRules: readonly MergedDestinationRule[] = [];

/** The key of a host's virtual host. */
export function hostKey(planning: HostPlanning, planned: PlannedHost): VirtualHostKey {
  const { client, among, source } = planning;
  const { host, port, virtualService, service } = planned;
  const destinations = virtualService ? destinationsOf(planning, virtualService) : noServices;
  return sameKeyAsBefore({
    name: planned.name ?? virtualHostName(host, port),
    host,
    port,
    client,
    dnsDomain: planned.dnsDomain ?? elsewhere,
    service,
    aliases: planned.aliases ?? noServices,
    among,
    taken: planned.taken ?? noDomains,
    virtualService,
    source: virtualService ? sourceOf(virtualService, source.namespace, source.labels) : anySource,
    destinations,
    rules: hashingRules(planning, virtualService ? destinations : [service]),
  });
}

function destinationsOf(
  { ofPort: { byHost }, scope: { sidecar } }: HostPlanning,
  virtualService: MeshVirtualService,
): readonly (Service | undefined)[] {
  return destinationHosts(virtualService).map((host) => byHost.get(host) ?? sidecar.service(host));
}

/** Of rules that do not hash there is no list, so that they make no difference. */
function hashingRules(
  planning: HostPlanning,
  services: readonly (Service | undefined)[],
): readonly (MergedDestinationRule | undefined)[] {
  const rules = services.map((service) => service && hashingRule(planning, service));
  return rules.some((rule) => rule !== undefined) ? rules : noRules;
}

/** The rule for calls to a service, if it hashes requests. */
export function hashingRule(
  { scope: { sidecar, labels } }: HostPlanning,
  service: Service,
): MergedDestinationRule | undefined {
  return sidecar.hashingRule(service, labels);
}
