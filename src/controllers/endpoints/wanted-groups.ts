import type { EndpointSlice, KubernetesService, Node, Pod, SliceEndpoint } from "../../api/index.ts";
import { type Family, isReachable, podEndpoint, targetPort } from "./pod-endpoint.ts";

type SlicePort = NonNullable<EndpointSlice["ports"]>[number];

/** Endpoints that share their family and the numbers of their ports. */
export interface EndpointGroup {
  readonly addressType: Family;
  readonly ports: readonly SlicePort[];
  readonly endpoints: readonly SliceEndpoint[];
}

/** What is known of pods and nodes. */
export interface Surroundings {
  /** Pods that the Service selects. */
  readonly pods: readonly Pod[];
  readonly node: (name: string) => Node | undefined;
}

/** The endpoints that a Service should have, by family and ports. */
export function wantedGroups(service: KubernetesService, { pods, node }: Surroundings): readonly EndpointGroup[] {
  const groups = new Map<string, EndpointGroup & { readonly endpoints: SliceEndpoint[] }>();
  for (const addressType of service.spec.ipFamilies ?? ["IPv4"]) {
    for (const pod of pods) {
      if (!isReachable(pod)) continue;
      const endpoint = podEndpoint(pod, service, addressType, node(pod.spec.nodeName ?? ""));
      if (!endpoint) continue;
      const ports = portsOf(service, pod);
      const key = groupKey(addressType, ports);
      const group = groups.get(key) ?? { addressType, ports, endpoints: [] };
      group.endpoints.push(endpoint);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

/** One text for a family and ports: slices of equal ones can hold each other's endpoints. */
export function groupKey(addressType: string, ports: readonly SlicePort[]): string {
  const texts = ports.map(({ name = "", protocol = "TCP", port, appProtocol }) =>
    JSON.stringify([name, protocol, port, appProtocol]),
  );
  return [addressType, ...texts.sort()].join(" ");
}

function portsOf({ spec }: KubernetesService, pod: Pod): SlicePort[] {
  return (spec.ports ?? []).flatMap((each): SlicePort[] => {
    const port = targetPort(each, pod);
    if (port === undefined) return [];
    const { name = "", protocol = "TCP", appProtocol } = each;
    return [{ name, protocol, port, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}
