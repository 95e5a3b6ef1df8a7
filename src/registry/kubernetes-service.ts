import { type KubernetesService, type KubernetesServicePort, keyOf } from "../api/index.ts";
import { parseVisibility, type Resolution, type Service, type ServicePort, type TopologyRule } from "../core/index.ts";
import { holdsProxies, readTopologyRule } from "../topology/index.ts";
import { createdAt } from "./created-at.ts";
import { kubernetesPortProtocol } from "./port-protocol.ts";
import type { RegistrySettings } from "./registry-settings.ts";
import { trafficDistribution } from "./traffic-distribution.ts";
import { wellKnown } from "./well-known.ts";
import { labelsOf, spiffeId } from "./workload-context.ts";

/** The service that a Kubernetes Service is. */
export function kubernetesService(object: KubernetesService, settings: RegistrySettings): Service {
  const { metadata, spec } = object;
  const { name = "", namespace = "" } = metadata;
  const annotations = metadata.annotations ?? {};
  const addresses = clusterAddresses(object);
  const resolution = resolutionOf(object);
  const selector = Object.keys(spec.selector ?? {}).length > 0 ? spec.selector : undefined;
  return {
    hostname: `${name}.${namespace}.svc.${settings.domainSuffix}`,
    namespace,
    name,
    ports: (spec.ports ?? []).map(toPort),
    resolution,
    external: false,
    addresses,
    addressesByCluster: new Map(addresses.length > 0 ? [[settings.clusterId, addresses]] : []),
    allocatedAddresses: [],
    headless: resolution === "passthrough",
    ...(resolution === "alias" && { aliasOf: spec.externalName ?? "" }),
    visibility: parseVisibility(
      words(annotations[wellKnown.exportTo] ?? settings.defaultServiceExportTo.join(",")),
      namespace,
      "all",
    ),
    labels: labelsOf(object),
    ...(selector && resolution !== "alias" && { selector }),
    subjectAltNames: [
      ...words(annotations[wellKnown.serviceAccounts]).map((sa) => spiffeId(settings.trustDomain, namespace, sa)),
      ...words(annotations[wellKnown.identities]),
    ],
    publishNotReady: spec.publishNotReadyAddresses ?? false,
    ...(spec.internalTrafficPolicy === "Local" && { nodeLocal: true }),
    ...meshTopology(object),
    trafficDistribution: trafficDistribution(spec.trafficDistribution, annotations),
    registry: "Kubernetes",
    created: createdAt(metadata.creationTimestamp),
    origin: keyOf(object),
  };
}

/** What keeps proxies in their place: the rule that kube-proxy goes by, unless it is switched off for them. */
function meshTopology(object: KubernetesService): { readonly topology?: TopologyRule } {
  const { rule } = readTopologyRule(object);
  return rule && holdsProxies(object) ? { topology: rule } : {};
}

function toPort(port: KubernetesServicePort): ServicePort {
  if (!Number.isInteger(port.port)) throw new TypeError("has a port without a number");
  const { targetPort = 0 } = port;
  const isNumber = typeof targetPort === "number" || /^\d+$/.test(targetPort);
  return {
    number: port.port,
    name: port.name ?? "",
    protocol: kubernetesPortProtocol(port),
    targetPort: isNumber ? Number(targetPort) : targetPort,
  };
}

function resolutionOf({ spec }: KubernetesService): Resolution {
  if (spec.type === "ExternalName") return "alias";
  return spec.clusterIP === "None" ? "passthrough" : "endpoints";
}

function clusterAddresses({ spec }: KubernetesService): readonly string[] {
  if (spec.type === "ExternalName") return [];
  const all = [spec.clusterIP ?? "", ...(spec.clusterIPs ?? [])];
  return [...new Set(all.filter((address) => address !== "" && address !== "None"))];
}

function words(list: string | undefined): readonly string[] {
  return (list ?? "").split(",").flatMap((word) => word.trim() || []);
}
