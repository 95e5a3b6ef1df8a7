import type { KubernetesService, KubernetesServicePort } from "../../api/index.ts";
import { chooseFamilies } from "./choose-families.ts";
import type { ServicePools, Taken } from "./service-pools.ts";

type Spec = KubernetesService["spec"];

/** A Service with its addresses and ports, and what was taken of the pools for it. */
export interface Allocation {
  readonly service: KubernetesService;
  readonly taken: readonly Taken[];
}

/**
 * Gives a Service the virtual addresses and node ports that it needs and has not; `old` is what it is to replace. What
 * cannot be had is an Invalid fault, and then nothing is taken.
 */
export function allocateService(
  pools: ServicePools,
  service: KubernetesService,
  old: KubernetesService | undefined,
): Allocation {
  const taken: Taken[] = [];
  try {
    const addressed = giveAddresses(pools, service, old?.spec, taken);
    return { service: { ...service, spec: givePorts(pools, service, addressed, old?.spec, taken) }, taken };
  } catch (fault) {
    for (const { pool, number } of taken) pool.release(number);
    throw fault;
  }
}

function giveAddresses(
  pools: ServicePools,
  service: KubernetesService,
  before: Spec | undefined,
  taken: Taken[],
): Spec {
  const { spec } = service;
  if (spec.type === "ExternalName") return spec;
  const families = chooseFamilies(service, pools.families);
  if (spec.clusterIP === "None") return { ...spec, clusterIPs: ["None"], ...families };
  const had = before && before.type !== "ExternalName" ? (before.clusterIPs ?? []) : [];
  const clusterIPs = families.ipFamilies.map((family, i) => {
    const wanted = spec.clusterIPs?.[i] ?? (i === 0 ? spec.clusterIP || undefined : undefined);
    if (wanted !== undefined && had.includes(wanted)) return wanted;
    const [address, use] = pools.takeAddress(service.metadata.name ?? "", family, wanted);
    taken.push(use);
    return address;
  });
  const [clusterIP] = clusterIPs;
  return { ...spec, clusterIP, clusterIPs, ...families };
}

function givePorts(
  pools: ServicePools,
  { metadata }: KubernetesService,
  spec: Spec,
  before: Spec | undefined,
  taken: Taken[],
): Spec {
  const { name = "" } = metadata;
  const had = new Set(before?.ports?.map(({ nodePort }) => nodePort));
  const opens =
    spec.type === "NodePort" || (spec.type === "LoadBalancer" && spec.allocateLoadBalancerNodePorts !== false);
  /** A Service may have one number for several protocols. */
  const own = new Map<number, readonly [number, Taken]>();
  const give = (port: KubernetesServicePort, i: number): KubernetesServicePort => {
    const wanted = port.nodePort || undefined;
    if (wanted === undefined && !opens) return port;
    if (wanted !== undefined && (had.has(wanted) || own.has(wanted))) return port;
    const found = pools.takePort(name, `spec.ports[${i}].nodePort`, wanted);
    own.set(found[0], found);
    taken.push(found[1]);
    return { ...port, nodePort: found[0] };
  };
  const ports = spec.ports && { ports: spec.ports.map(give) };
  return { ...spec, ...ports, ...giveHealthPort(pools, name, spec, before, taken) };
}

/** Where load balancers ask which nodes have endpoints. */
function giveHealthPort(
  pools: ServicePools,
  name: string,
  spec: Spec,
  before: Spec | undefined,
  taken: Taken[],
): Pick<Spec, "healthCheckNodePort"> {
  if (spec.type !== "LoadBalancer" || spec.externalTrafficPolicy !== "Local") return {};
  const { healthCheckNodePort: wanted } = spec;
  if (wanted && wanted === before?.healthCheckNodePort) return {};
  const [port, use] = pools.takePort(name, "spec.healthCheckNodePort", wanted);
  taken.push(use);
  return { healthCheckNodePort: port };
}
