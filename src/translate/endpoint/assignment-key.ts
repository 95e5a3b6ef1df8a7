import type { Subset } from "../../api/index.ts";
import type { AddressFamilies, EndpointShards, Service, ServicePort } from "../../core/index.ts";
import type { MergedDestinationRule, PortPolicy } from "../../mesh/index.ts";
import type { OutboundView } from "../view.ts";
import type { EndpointClient, NetworkGateway } from "./endpoint-client.ts";
import { type LocalityPlan, localityPreference } from "./locality-preference.ts";
import { type MtlsPolicies, mtlsPolicies, noPolicies } from "./mtls-policies.ts";
import { policyOfPort } from "./policy-of-port.ts";

/**
 * All that the endpoints of one port of a service depend on. Of other services there is nothing in it, and where the
 * client runs is in it only if it makes a difference, so that most proxies share what is made.
 */
export interface AssignmentKey extends MtlsPolicies {
  readonly name: string;
  readonly service: Service;
  readonly portName: string;
  readonly rule: MergedDestinationRule | undefined;
  readonly subset: Subset | undefined;
  readonly shards: EndpointShards;
  readonly onlyCluster: string;
  readonly onlyNode: string | undefined;
  readonly networkView: readonly string[];
  /** As in the choice of endpoints. */
  readonly withUnready: boolean;
  readonly network: string;
  readonly gateways: readonly NetworkGateway[];
  readonly families: AddressFamilies;
  /** The user settled how connections are secured, and it is not the mesh's mutual TLS. */
  readonly ownTls: boolean;
  /** Connections are the mesh's mutual TLS where endpoints speak it: only by its SNI gateways of other networks find them. */
  readonly crossesNetworks: boolean;
  /** Connections are passed on as they are: whoever does not end mutual TLS itself cannot be reached. */
  readonly onlyMutualTls: boolean;
  readonly plan: LocalityPlan | undefined;
  readonly byRegion: boolean;
  readonly from: string;
  readonly labelValues: readonly string[];
}

/** Whose endpoints are wanted. */
export interface AssignmentTarget {
  /** Name of the cluster. */
  readonly name: string;
  readonly service: Service;
  readonly port: ServicePort;
  readonly rule: MergedDestinationRule | undefined;
  readonly subset: Subset | undefined;
  /** As in the key. */
  readonly onlyMutualTls?: boolean;
}

/** The key of a cluster's endpoints as a client is told them. */
export function assignmentKey(view: OutboundView, client: EndpointClient, target: AssignmentTarget): AssignmentKey {
  const { scope, registry } = view;
  const { name, service, port, rule, subset, onlyMutualTls = false } = target;
  const policy = policyOfPort(rule, port.number, subset?.name ?? "");
  const shards = service.topology ? registry.endpointsNear(service, scope.place) : registry.endpoints(service);
  return {
    // First, since keys are compared field by field: of a service with a rule each place has its own.
    shards,
    name,
    service,
    portName: port.name,
    rule,
    subset,
    onlyCluster: scope.settings.isClusterLocal(service.hostname) ? client.cluster : "",
    onlyNode: service.nodeLocal ? client.node : undefined,
    networkView: client.networkView,
    withUnready: isToldUnready(service, policy),
    network: client.gateways.length > 0 ? client.network : "",
    gateways: client.gateways,
    families: client.families,
    ownTls: hasOwnTls(policy),
    crossesNetworks: policy.tls ? !hasOwnTls(policy) : scope.settings.autoMtls && !service.external,
    ...(policy.tls ? noPolicies : mtlsPolicies(scope.mtlsOf, shards, port.name)),
    onlyMutualTls,
    ...localityPreference(policy, service, scope.settings.config, client),
  };
}

/**
 * A user who wants all endpoints to be used when too few are healthy does not mean those that are not ready: then they are
 * left out. But a service that keeps traffic near needs them, to know when to turn to endpoints that are farther away.
 */
function isToldUnready({ trafficDistribution }: Service, { outlierDetection }: PortPolicy): boolean {
  return trafficDistribution !== "any" || !outlierDetection?.minHealthPercent;
}

function hasOwnTls({ tls }: PortPolicy): boolean {
  return tls !== undefined && tls.mode !== "ISTIO_MUTUAL";
}
