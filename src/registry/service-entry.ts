import { keyOf, type ServiceEntry } from "../api/index.ts";
import { type Endpoint, parseVisibility, type Resolution, type Service, type Workload } from "../core/index.ts";
import { createdAt } from "./created-at.ts";
import { entryVisibility } from "./entry-visibility.ts";
import { isConcrete, specWorkload } from "./entry-workload.ts";
import type { OriginContext, OriginPart } from "./origin.ts";
import { entryPortProtocol } from "./port-protocol.ts";
import { isForwarded, targetPortOf } from "./target-port.ts";
import { trafficDistribution } from "./traffic-distribution.ts";
import { wellKnown } from "./well-known.ts";
import { labelsOf } from "./workload-context.ts";
import { workloadEndpoint } from "./workload-endpoint.ts";

const resolutions: { readonly [word in NonNullable<ServiceEntry["spec"]["resolution"]>]: Resolution } = {
  NONE: "passthrough",
  STATIC: "endpoints",
  DNS: "dns",
  DNS_ROUND_ROBIN: "dns-round-robin",
  DYNAMIC_DNS: "dynamic-dns",
};

/** The services of a ServiceEntry, one for each of its hosts, with their endpoints. */
export function serviceEntryParts(entry: ServiceEntry, context: OriginContext): readonly OriginPart[] {
  const services = [...new Set(entry.spec.hosts)].map((host) => entryService(entry, host, context));
  const [first] = services;
  if (first === undefined) return [];
  const endpoints = endpointsOf(entry, first, context);
  const mayAllocate = labelsOf(entry)[wellKnown.allocateAddress]?.toLowerCase() !== "false";
  return services.map((service) => ({
    service,
    endpoints: isResolvedByHost(entry, service) ? hostEndpoints(entry, service, context) : endpoints,
    allocated: (entry.status?.addresses ?? []).flatMap(({ host, value }) =>
      host === undefined || host === service.hostname ? [value] : [],
    ),
    allocate:
      mayAllocate &&
      service.addresses.length === 0 &&
      service.resolution !== "passthrough" &&
      !service.hostname.includes("*"),
  }));
}

function entryService(entry: ServiceEntry, hostname: string, context: OriginContext): Service {
  const { settings } = context;
  const { metadata, spec } = entry;
  const { namespace = "" } = metadata;
  if (typeof hostname !== "string") throw new TypeError("has a host that is not text");
  const addresses = spec.addresses ?? [];
  const selector = spec.workloadSelector?.labels;
  const fallback = parseVisibility(settings.defaultServiceExportTo, namespace, "all");
  return {
    hostname,
    namespace,
    name: hostname,
    ports: (spec.ports ?? []).map(({ number, name, protocol, targetPort = 0 }) => {
      if (!Number.isInteger(number)) throw new TypeError("has a port without a number");
      return { number, name, protocol: entryPortProtocol(protocol), targetPort };
    }),
    resolution: resolutions[spec.resolution ?? "NONE"],
    external: (spec.location ?? "MESH_EXTERNAL") === "MESH_EXTERNAL",
    addresses,
    addressesByCluster: new Map(addresses.length > 0 ? [[settings.clusterId, addresses]] : []),
    allocatedAddresses: [],
    headless: false,
    visibility: entryVisibility(
      parseVisibility(spec.exportTo, namespace, fallback),
      { name: namespace, labels: context.namespaceLabels(namespace) },
      settings.serviceEntryVisibility,
    ),
    labels: labelsOf(entry),
    ...(selector && Object.keys(selector).length > 0 && { selector }),
    subjectAltNames: spec.subjectAltNames ?? [],
    publishNotReady: false,
    trafficDistribution: trafficDistribution(undefined, metadata.annotations ?? {}),
    registry: "External",
    created: createdAt(metadata.creationTimestamp),
    origin: keyOf(entry),
  };
}

/** DNS without any endpoint: each host is its own. */
function isResolvedByHost({ spec }: ServiceEntry, { resolution, hostname }: Service): boolean {
  const byDns = resolution === "dns" || resolution === "dns-round-robin";
  return byDns && !spec.endpoints?.length && !spec.workloadSelector && !hostname.includes("*");
}

function hostEndpoints(entry: ServiceEntry, service: Service, context: OriginContext): readonly Endpoint[] {
  const owner = { origin: keyOf(entry), name: entry.metadata.name ?? "", health: "unknown" } as const;
  const workload = specWorkload({ address: service.hostname }, owner, context);
  return workload ? portEndpoints(service, workload) : [];
}

function endpointsOf(entry: ServiceEntry, service: Service, context: OriginContext): readonly Endpoint[] {
  const { resolution } = service;
  if (resolution === "passthrough" || resolution === "dynamic-dns") return [];
  const workloads = workloadsOf(entry, context).filter(
    ({ addresses }) => resolution !== "endpoints" || addresses.every(isConcrete),
  );
  return workloads.flatMap((workload) => portEndpoints(service, workload));
}

function workloadsOf({ metadata, spec, ...entry }: ServiceEntry, context: OriginContext): readonly Workload[] {
  const { namespace = "", name = "" } = metadata;
  if (spec.workloadSelector) {
    const selected = context.selected(namespace, spec.workloadSelector.labels ?? {}, ["Pod", "WorkloadEntry"]);
    // Nothing else tells whether a workload takes traffic here: there is no slice that would list it otherwise.
    return selected.filter(({ health }) => health === "healthy" || health === "unknown");
  }
  const origin = keyOf({ metadata, spec, ...entry });
  return (spec.endpoints ?? []).flatMap((endpoint, i) => {
    const owner = { origin, name: `${name}-${i}`, health: "unknown" } as const;
    return specWorkload(endpoint, owner, context) ?? [];
  });
}

function portEndpoints(service: Service, workload: Workload): readonly Endpoint[] {
  const isEntry = workload.origin.kind !== "Pod";
  const isPath = workload.addresses[0]?.startsWith("unix://");
  return service.ports.filter(isForwarded).flatMap((port) => {
    const number = isPath ? 0 : targetPortOf(port, { ports: isEntry ? workload.ports : {}, isEntry });
    return number === undefined ? [] : workloadEndpoint(workload, { name: port.name, number }, firstAddress(workload));
  });
}

/** A pod has one endpoint here, at the address by which it is known first. */
function firstAddress({ addresses: [address] }: Workload): { readonly address?: string } {
  return address === undefined ? {} : { address };
}
