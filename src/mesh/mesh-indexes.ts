import { formatGroupKind, formatKey, type GroupKind } from "../api/index.ts";
import type { ResourceChange, Service } from "../core/index.ts";
import type { Replacement } from "./buckets.ts";
import {
  changeDestinationRules,
  type DestinationRuleIndex,
  emptyDestinationRuleIndex,
} from "./destination-rule/destination-rule-index.ts";
import { changeGateways, emptyGatewayIndex, type GatewayIndex } from "./gateway/gateway-index.ts";
import type { MeshSettings } from "./mesh-settings.ts";
import { changePolicies, emptyPolicyIndex, type PolicyIndex } from "./policy/policy-index.ts";
import type { PolicyIndexes } from "./policy/workload-policies.ts";
import { changeServices, emptyServiceIndex, type ServiceIndex } from "./service-index.ts";
import type { ScopeChanges } from "./sidecar/scope-dependencies.ts";
import { changeSidecars, emptySidecarIndex, type SidecarIndex } from "./sidecar/sidecar-index.ts";
import {
  changeVirtualServices,
  emptyVirtualServiceIndex,
  type VirtualServiceIndex,
} from "./virtual-service/virtual-service-index.ts";

/** Everything that the mesh is told, in the forms in which it is looked up. */
export interface MeshIndexes extends PolicyIndexes {
  readonly services: ServiceIndex;
  readonly virtualServices: VirtualServiceIndex;
  readonly destinationRules: DestinationRuleIndex;
  readonly sidecars: SidecarIndex;
  readonly gateways: GatewayIndex;
}

/** The kinds that the mesh reads from the store itself; all others come through the registry. */
const policyKinds = {
  peerAuthentications: "security.istio.io/PeerAuthentication",
  requestAuthentications: "security.istio.io/RequestAuthentication",
  authorizationPolicies: "security.istio.io/AuthorizationPolicy",
  envoyFilters: "networking.istio.io/EnvoyFilter",
  telemetries: "telemetry.istio.io/Telemetry",
  wasmPlugins: "extensions.istio.io/WasmPlugin",
  trafficExtensions: "extensions.istio.io/TrafficExtension",
} as const satisfies { readonly [K in keyof PolicyIndexes]: string };

const routingKinds = {
  virtualServices: "networking.istio.io/VirtualService",
  destinationRules: "networking.istio.io/DestinationRule",
  sidecars: "networking.istio.io/Sidecar",
  gateways: "networking.istio.io/Gateway",
} as const;

/** The kinds that a snapshot is made from. */
export const meshKinds: readonly GroupKind[] = [...Object.values(routingKinds), ...Object.values(policyKinds)].map(
  (name) => {
    const [group = "", kind = ""] = name.split("/");
    return { group, kind };
  },
);

/** A mesh without anything in it. */
export const emptyIndexes: MeshIndexes = {
  services: emptyServiceIndex,
  virtualServices: emptyVirtualServiceIndex,
  destinationRules: emptyDestinationRuleIndex,
  sidecars: emptySidecarIndex,
  gateways: emptyGatewayIndex,
  peerAuthentications: emptyPolicyIndex(),
  requestAuthentications: emptyPolicyIndex(),
  authorizationPolicies: emptyPolicyIndex(),
  envoyFilters: emptyPolicyIndex(),
  telemetries: emptyPolicyIndex(),
  wasmPlugins: emptyPolicyIndex(),
  trafficExtensions: emptyPolicyIndex(),
};

/** What came of a change: the new indexes, and what differs for scopes. */
export interface ChangedIndexes {
  readonly indexes: MeshIndexes;
  readonly changes: ScopeChanges;
}

/** The indexes after objects and services changed. Indexes of kinds without a change are the very same. */
export function changeIndexes(
  indexes: MeshIndexes,
  resources: readonly ResourceChange[],
  services: readonly Replacement<Service>[],
  settings: MeshSettings,
): ChangedIndexes {
  const byKind = Map.groupBy(lastOfEach(resources), ({ key }) => formatGroupKind(key));
  const of = (kind: string) => byKind.get(kind) ?? [];
  const virtualServices = changeVirtualServices(indexes.virtualServices, of(routingKinds.virtualServices), settings);
  const destinationRules = changeDestinationRules(
    indexes.destinationRules,
    of(routingKinds.destinationRules),
    settings,
  );
  const policies = Object.entries(policyKinds).map(([name, kind]) => {
    const index: PolicyIndex = indexes[name as keyof PolicyIndexes];
    return [name, changePolicies(index, of(kind))] as const;
  });
  return {
    indexes: {
      services: changeServices(indexes.services, services),
      virtualServices: virtualServices.index,
      destinationRules: destinationRules.index,
      sidecars: changeSidecars(indexes.sidecars, of(routingKinds.sidecars)),
      gateways: changeGateways(indexes.gateways, of(routingKinds.gateways)),
      ...(Object.fromEntries(policies) as unknown as PolicyIndexes),
    },
    changes: {
      services,
      virtualServices: virtualServices.replaced,
      destinationRules: destinationRules.replaced,
    },
  };
}

/** Of several changes of one object only the last counts: what was before is known here. */
function lastOfEach(resources: readonly ResourceChange[]): readonly ResourceChange[] {
  if (resources.length < 2) return resources;
  return [...new Map(resources.map((change) => [formatKey(change.key), change])).values()];
}
