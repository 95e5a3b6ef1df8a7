import { isIPv4 } from "node:net";
import type { KubernetesService, KubernetesServicePort, Node, Pod, SliceEndpoint } from "../../api/index.ts";

const zoneLabel = "topology.kubernetes.io/zone";

export type Family = "IPv4" | "IPv6";

/** Whether a pod can be behind a Service at all: it has an address, and has not ended. */
export function isReachable({ status }: Pod): boolean {
  return !!status?.podIP && status.phase !== "Succeeded" && status.phase !== "Failed";
}

export function isReady({ status }: Pod): boolean {
  return status?.conditions?.some(({ type, status: holds }) => type === "Ready" && holds === "True") ?? false;
}

/** A pod's address of a family. */
export function addressOf({ status }: Pod, family: Family): string | undefined {
  const all = [...(status?.podIPs?.map(({ ip }) => ip) ?? []), status?.podIP ?? ""];
  return all.find((ip) => ip !== "" && (isIPv4(ip) ? "IPv4" : "IPv6") === family);
}

/** The name that a pod asks for below the Service's. */
export function hostnameOf(pod: Pod, service: KubernetesService): string | undefined {
  const { hostname, subdomain } = pod.spec;
  return hostname && subdomain === service.metadata.name ? hostname : undefined;
}

/** A pod as an endpoint of a Service; undefined if it has no address of the family. */
export function podEndpoint(
  pod: Pod,
  service: KubernetesService,
  family: Family,
  node: Node | undefined,
): SliceEndpoint | undefined {
  const address = addressOf(pod, family);
  if (address === undefined) return undefined;
  const serving = isReady(pod);
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  const { namespace, name, uid } = pod.metadata;
  const { nodeName } = pod.spec;
  const hostname = hostnameOf(pod, service);
  const zone = node?.metadata.labels?.[zoneLabel];
  return {
    addresses: [address],
    conditions: { ready, serving, terminating },
    ...(hostname !== undefined && { hostname }),
    targetRef: { kind: "Pod", namespace, name, uid },
    ...(nodeName && { nodeName }),
    ...(zone !== undefined && { zone, ...hintsOf(service, zone, nodeName) }),
  };
}

/** Whom an endpoint is for, where a Service says that near ones are to be preferred. */
function hintsOf({ spec }: KubernetesService, zone: string, node: string | undefined): Pick<SliceEndpoint, "hints"> {
  if (spec.trafficDistribution === undefined) return {};
  const forNodes = spec.trafficDistribution === "PreferSameNode" && node ? { forNodes: [{ name: node }] } : {};
  return { hints: { forZones: [{ name: zone }], ...forNodes } };
}

/** The number of a Service's port on a pod; undefined if it names a port that the pod has not. */
export function targetPort(
  { port, targetPort: target, protocol = "TCP" }: KubernetesServicePort,
  pod: Pod,
): number | undefined {
  if (typeof target === "number") return target || port;
  if (!target) return port;
  const sidecars = pod.spec.initContainers?.filter(({ restartPolicy }) => restartPolicy === "Always") ?? [];
  const ports = [...pod.spec.containers, ...sidecars].flatMap((container) => container.ports ?? []);
  return ports.find((each) => each.name === target && (each.protocol ?? "TCP") === protocol)?.containerPort;
}
