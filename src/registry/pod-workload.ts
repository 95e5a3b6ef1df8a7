import { keyOf, type Pod } from "../api/index.ts";
import { setOwn } from "../base/json.ts";
import type { Health, Workload } from "../core/index.ts";
import { networkOf } from "./network-of.ts";
import { localityOfLabel, placedLabels } from "./place.ts";
import { wellKnown } from "./well-known.ts";
import { labelsOf, type WorkloadContext } from "./workload-context.ts";
import { workloadName } from "./workload-name.ts";

/** The workload of a pod; none while it has no address or once it has ended. */
export function podWorkload(pod: Pod, context: WorkloadContext): Workload | undefined {
  const { spec, status } = pod;
  const addresses = podAddresses(pod);
  const [address] = addresses;
  if (address === undefined || status?.phase === "Succeeded" || status?.phase === "Failed") return undefined;
  const { clusterId: cluster } = context.settings;
  const namespace = pod.metadata.namespace ?? "";
  const labels = labelsOf(pod);
  const node = spec.nodeName ?? "";
  const locality = localityOfLabel(labels) ?? context.nodeLocality(node);
  const network = networkOf({ address, labels, namespace }, context);
  return {
    origin: keyOf(pod),
    namespace,
    name: workloadName(pod),
    cluster,
    addresses,
    sharesAddress: spec.hostNetwork === true,
    labels,
    placedLabels: placedLabels(labels, { cluster, network, locality, node }),
    serviceAccount: context.identity(namespace, spec.serviceAccountName || "default"),
    network,
    locality,
    node,
    weight: 0,
    mutualTls: labels[wellKnown.tlsMode] === "istio",
    health: podHealth(pod),
    ports: namedPorts(pod),
    hostname: spec.hostname ?? "",
    subdomain: spec.subdomain ?? "",
  };
}

function podAddresses({ status }: Pod): readonly string[] {
  const all = [status?.podIP ?? "", ...(status?.podIPs?.map(({ ip }) => ip) ?? [])];
  return [...new Set(all.filter((ip) => typeof ip === "string" && ip !== ""))];
}

function podHealth({ metadata, status }: Pod): Health {
  if (metadata.deletionTimestamp !== undefined) return "terminating";
  return status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ? "healthy" : "unready";
}

function namedPorts({ spec }: Pod): { readonly [name: string]: number } {
  let ports = noPorts;
  for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
    for (const { name, containerPort } of container.ports ?? []) {
      if (!name) continue;
      if (ports === noPorts) ports = {};
      setOwn(ports, name, containerPort);
    }
  }
  return ports;
}

const noPorts: { readonly [name: string]: number } = {};
