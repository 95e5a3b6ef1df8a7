import type { ConnectionPoolSettings, IngressListener, OutboundTrafficPolicy, ResourceKey } from "../../api/index.ts";
import { formatKey } from "../../api/index.ts";
import type { Labels } from "../../base/labels.ts";
import { isVisible, type Service } from "../../core/index.ts";
import { completeHost } from "../complete-host.ts";
import {
  type DestinationRuleIndex,
  destinationRulesFor,
  selectRule,
} from "../destination-rule/destination-rule-index.ts";
import { hashesRequests } from "../destination-rule/hashes-requests.ts";
import type { MergedDestinationRule } from "../destination-rule/merge-destination-rules.ts";
import { findHost, hostMap } from "../host-map.ts";
import { lazy, memoised } from "../lazy.ts";
import type { MeshSettings } from "../mesh-settings.ts";
import type { MeshVirtualService } from "../virtual-service/mesh-virtual-service.ts";
import { type EgressScope, egressScope, routedServices, type ScopeIndexes } from "./egress-scope.ts";
import { joinPorts, joinServices } from "./import-services.ts";
import type { ResolvedSidecar } from "./resolve-sidecar.ts";

/** What the mesh says of traffic to unknown hosts, or a Sidecar instead of it. */
export type OutboundPolicy = MeshSettings["outboundTrafficPolicy"] | OutboundTrafficPolicy;

/** Everything of the mesh that a group of proxies may know: those of one namespace with the same Sidecar. */
export interface SidecarScope {
  /**
   * The proxies' namespace; `nowhere` if it sees just what others see too. A default of the root namespace is read as if it
   * stood here.
   */
  readonly namespace: string;
  /** Absent: everything that is visible is in scope. */
  readonly sidecar?: ResolvedSidecar | undefined;
  readonly egress: readonly EgressScope[];
  /** Undefined: the ports come from the workload's services. */
  readonly ingress?: readonly IngressListener[] | undefined;
  readonly inboundConnectionPool?: ConnectionPoolSettings | undefined;
  readonly outboundTrafficPolicy: OutboundPolicy;
  /** All services that its listeners and their routes lead to, each host once, the oldest first. */
  readonly services: readonly Service[];
  /** All VirtualServices of its listeners. */
  readonly virtualServices: readonly MeshVirtualService[];
  /** Hosts that routes lead to, whether or not a service has them. */
  readonly routedHosts: () => ReadonlySet<string>;
  service(host: string): Service | undefined;
  /** The one VirtualService for a host: an exact host before wildcards, then the first in order. */
  virtualService(host: string): MeshVirtualService | undefined;
  /** How a client with these labels calls the service; without labels, how the service's own proxy is called. */
  destinationRule(service: Service, labels?: Labels): MergedDestinationRule | undefined;
  /** The same, if it keeps requests at endpoints by a hash. */
  hashingRule(service: Service, labels: Labels): MergedDestinationRule | undefined;
  /** Keys, as text, of the services and routes in it. */
  readonly sources: () => ReadonlySet<string>;
}

/** What scopes are made from. */
export interface ScopeInputs extends ScopeIndexes {
  readonly destinationRules: DestinationRuleIndex;
  readonly settings: MeshSettings;
}

/**
 * The scope of a namespace and a Sidecar. `previous` is the one before it, and lends what did not change: pass it only
 * if no service changed in between.
 */
export function sidecarScope(
  inputs: ScopeInputs,
  namespace: string,
  sidecar: ResolvedSidecar | undefined,
  previous?: SidecarScope,
): SidecarScope {
  const spec = sidecar?.resource.spec;
  const listeners = spec?.egress?.length ? spec.egress : [undefined];
  const egress = listeners.map((listener, i) => egressScope(inputs, namespace, listener, previous?.egress[i]));
  const virtualServices = joinVirtualServices(egress);
  const routed = addedByRoutes(inputs, namespace, egress, virtualServices);
  const services = joinServices([...egress.map((each) => each.services), routed]);
  return {
    namespace,
    ...(sidecar && { sidecar }),
    egress,
    ...(spec?.ingress?.length && { ingress: spec.ingress }),
    ...(spec?.inboundConnectionPool && { inboundConnectionPool: spec.inboundConnectionPool }),
    outboundTrafficPolicy: outboundPolicy(spec?.outboundTrafficPolicy, namespace, inputs.settings),
    services,
    virtualServices,
    routedHosts: lazy(() => new Set(virtualServices.flatMap(({ targets }) => targets.map(({ host }) => host)))),
    ...lookups({ egress, routed, virtualServices }),
    ...ruleLookups(inputs, namespace),
    sources: lazy(() => sourcesOf(services, virtualServices)),
  };
}

function joinVirtualServices(egress: readonly EgressScope[]): readonly MeshVirtualService[] {
  const [only, ...others] = egress;
  return only && others.length === 0
    ? only.virtualServices
    : [...new Set(egress.flatMap((each) => each.virtualServices))];
}

/** Of the services that routes lead to, those that the listeners do not have, or not with all the ports. */
function addedByRoutes(
  inputs: ScopeInputs,
  namespace: string,
  egress: readonly EgressScope[],
  virtualServices: readonly MeshVirtualService[],
): readonly Service[] {
  // A listener for everything has all that is visible: routes can add but what the namespace hides from itself.
  const open = egress.some(({ listener }) => !listener);
  const own = inputs.services.byNamespace.get(namespace) ?? [];
  if (open && own.every(({ visibility }) => isVisible(visibility, namespace))) return [];
  return routedServices(inputs, namespace, virtualServices).flatMap((service) => {
    const known = egress.map((each) => each.service(service.hostname)).find((found) => found !== undefined);
    if (!known) return [service];
    const joined = joinPorts(known, service);
    return known.namespace !== service.namespace || joined === known ? [] : [joined];
  });
}

interface LookupParts extends Pick<SidecarScope, "egress" | "virtualServices"> {
  readonly routed: readonly Service[];
}

function lookups({ egress, routed, virtualServices }: LookupParts): Pick<SidecarScope, "service" | "virtualService"> {
  const added = new Map(routed.map((service) => [service.hostname, service]));
  const routes = lazy(() =>
    hostMap(virtualServices.flatMap((each) => each.hosts.map((host) => [host, each] as const))),
  );
  const imported = (host: string) => joinServices(egress.map((each) => asList(each.service(host))))[0];
  return {
    service: (host) => added.get(host) ?? imported(host),
    virtualService: (host) => findHost(routes(), host),
  };
}

function ruleLookups({ destinationRules, settings }: ScopeInputs, client: string): RuleLookups {
  const { rootNamespace } = settings;
  const rules = memoised(({ hostname: host, namespace: owner }: Service) =>
    destinationRulesFor(destinationRules, { client, host, owner, rootNamespace }),
  );
  const destinationRule: SidecarScope["destinationRule"] = (service, labels) =>
    selectRule(rules(service), client, labels);
  return {
    destinationRule,
    hashingRule: (service, labels) => {
      const rule = destinationRule(service, labels);
      return rule && hashesRequests(rule) ? rule : undefined;
    },
  };
}

type RuleLookups = Pick<SidecarScope, "destinationRule" | "hashingRule">;

/** The scope with the rules of other inputs; pass only one of which no service and no VirtualService changed. */
export function withRules(scope: SidecarScope, inputs: ScopeInputs): SidecarScope {
  return { ...scope, ...ruleLookups(inputs, scope.namespace) };
}

function asList<T>(item: T | undefined): readonly T[] {
  return item === undefined ? [] : [item];
}

function outboundPolicy(
  policy: OutboundTrafficPolicy | undefined,
  namespace: string,
  settings: MeshSettings,
): OutboundPolicy {
  if (!policy) return settings.outboundTrafficPolicy;
  const { mode = "REGISTRY_ONLY", egressProxy } = policy;
  if (!egressProxy) return { mode };
  return {
    mode,
    egressProxy: { ...egressProxy, host: completeHost(egressProxy.host, namespace, settings.domainSuffix) },
  };
}

function sourcesOf(services: readonly Service[], virtualServices: readonly MeshVirtualService[]): ReadonlySet<string> {
  const keys: ResourceKey[] = services.map(({ origin }) => origin);
  for (const { sources } of virtualServices) keys.push(...sources);
  return new Set(keys.map(formatKey));
}
