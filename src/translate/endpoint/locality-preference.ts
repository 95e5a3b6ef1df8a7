import type { LoadBalancerSettings, MeshConfig } from "../../api/index.ts";
import { formatLocality, type Locality, type Service } from "../../core/index.ts";
import type { PortPolicy } from "../../mesh/index.ts";

type LocalitySetting = NonNullable<LoadBalancerSettings["localityLbSetting"]>;
type ZoneSetting = NonNullable<LoadBalancerSettings["zoneAwareLbSetting"]>;

/** What of a locality setting concerns endpoints: shares of localities, or the order in which they stand in. */
export type LocalityPlan = Pick<LocalitySetting, "distribute" | "failover" | "failoverPriority">;

/** How a client prefers some localities over others. The parts are the same objects for as long as nothing changes. */
export interface LocalityPreference {
  /** Undefined: all localities are the same to it. */
  readonly plan: LocalityPlan | undefined;
  /** Only regions make a difference: within one, Envoy weighs zones itself. */
  readonly byRegion: boolean;
  /** Where the client runs, as `region/zone/subzone`. */
  readonly from: string;
  /** Of each label of `failoverPriority`, the value that is preferred. */
  readonly labelValues: readonly string[];
}

const network = "topology.istio.io/network";
const zone = ["topology.kubernetes.io/region", "topology.kubernetes.io/zone"];

/** What a service prefers that asks for traffic to stay near. */
const distributions: { readonly [D in Service["trafficDistribution"]]: LocalityPlan | undefined } = {
  any: undefined,
  "prefer-same-zone": { failoverPriority: [network, ...zone] },
  "prefer-same-node": { failoverPriority: [network, ...zone, "topology.istio.io/subzone", "kubernetes.io/hostname"] },
};

/** All localities alike: what nobody asked to prefer must not depend on where the client runs. */
export const indifferent: LocalityPreference = { plan: undefined, byRegion: false, from: "", labelValues: [] };

/** Who asks: the place and labels of a client. */
export interface Asker {
  readonly locality: Locality;
  readonly label: (key: string) => string;
}

/** Which localities a client prefers for a service, by the rule's word, the service's own, or the mesh's. */
export function localityPreference(
  policy: PortPolicy,
  service: Pick<Service, "trafficDistribution">,
  mesh: MeshConfig,
  { locality, label }: Asker,
): LocalityPreference {
  const byRegion = zoneSetting(policy, service, mesh) !== undefined;
  const plan = localityPlan(policy, service, mesh);
  if (!plan) return indifferent;
  return {
    plan,
    byRegion,
    from: formatLocality(locality),
    labelValues: (plan.failoverPriority ?? []).map((entry) => {
      const equals = entry.indexOf("=");
      return equals < 0 ? label(entry) : entry.slice(equals + 1);
    }),
  };
}

/**
 * The setting by which Envoy itself keeps traffic in its zone, or must not though it could: then all localities are alike.
 * A rule's or service's word goes before the mesh's.
 */
export function zoneSetting(
  { loadBalancer }: PortPolicy,
  { trafficDistribution }: Pick<Service, "trafficDistribution">,
  { zoneAwareLbSetting }: MeshConfig,
): ZoneSetting | undefined {
  const own = loadBalancer?.zoneAwareLbSetting;
  if (own) return own;
  return loadBalancer?.localityLbSetting || trafficDistribution !== "any" ? undefined : zoneAwareLbSetting;
}

/**
 * What is asked of localities; undefined if nothing is. Without outlier detection Envoy would never turn to a locality
 * that stands in, so then only shares count.
 */
export function localityPlan(
  policy: PortPolicy,
  service: Pick<Service, "trafficDistribution">,
  mesh: MeshConfig,
): LocalityPlan | undefined {
  const zones = zoneSetting(policy, service, mesh);
  if (zones) return zones.enabled === false ? undefined : zones;
  const { loadBalancer, outlierDetection } = policy;
  const own = loadBalancer?.localityLbSetting;
  const distribution = own ? undefined : distributions[service.trafficDistribution];
  if (distribution) return distribution;
  const setting = own ?? mesh.localityLbSetting;
  if (!setting || setting.enabled === false) return undefined;
  return setting.distribute?.length || outlierDetection ? setting : undefined;
}
