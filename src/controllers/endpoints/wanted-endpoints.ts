import type { KubernetesEndpoints, KubernetesService, Pod, Resource } from "../../api/index.ts";
import { headlessLabel } from "./plan-slices.ts";
import { addressOf, hostnameOf, isReachable, isReady, targetPort } from "./pod-endpoint.ts";

type Subset = NonNullable<KubernetesEndpoints["subsets"]>[number];
type Address = NonNullable<Subset["addresses"]>[number];
type Port = NonNullable<Subset["ports"]>[number];

/** Addresses that one object holds, as with Kubernetes: who needs more reads slices. */
const maxAddresses = 1000;
const overCapacity = "endpoints.kubernetes.io/over-capacity";

export const endpointsManagerLabel = "endpoints.kubernetes.io/managed-by";
export const endpointsManager = "endpoint-controller";

/** The Endpoints object that a Service should have, for clients that read no slices. */
export function wantedEndpoints(service: KubernetesService, pods: readonly Pod[], old?: Resource): Resource {
  const { name, namespace, labels } = service.metadata;
  const groups = new Map<string, { ports: Port[]; addresses: Address[]; notReadyAddresses: Address[] }>();
  let count = 0;
  let left = 0;
  for (const pod of pods) {
    const address = addressIn(pod, service);
    if (!address) continue;
    if (count++ >= maxAddresses) {
      left += 1;
      continue;
    }
    const ports = portsOf(service, pod);
    const key = JSON.stringify(ports);
    const group = groups.get(key) ?? { ports, addresses: [], notReadyAddresses: [] };
    const usable = isReady(pod) || service.spec.publishNotReadyAddresses === true;
    (usable ? group.addresses : group.notReadyAddresses).push(address);
    groups.set(key, group);
  }
  const { [overCapacity]: _, ...annotations } = old?.metadata.annotations ?? {};
  return {
    apiVersion: "v1",
    kind: "Endpoints",
    ...old,
    metadata: {
      ...(old?.metadata ?? { name, namespace }),
      labels: {
        ...labels,
        ...(service.spec.clusterIP === "None" && { [headlessLabel]: "" }),
        [endpointsManagerLabel]: endpointsManager,
      },
      annotations: { ...annotations, ...(left > 0 && { [overCapacity]: "truncated" }) },
    },
    subsets: [...groups.values()].map(subsetOf),
  };
}

function addressIn(pod: Pod, service: KubernetesService): Address | undefined {
  const ending = pod.metadata.deletionTimestamp !== undefined && service.spec.publishNotReadyAddresses !== true;
  const ip = isReachable(pod) && !ending ? addressOf(pod, service.spec.ipFamilies?.[0] ?? "IPv4") : undefined;
  if (ip === undefined) return undefined;
  const { namespace, name, uid } = pod.metadata;
  const { nodeName } = pod.spec;
  const hostname = hostnameOf(pod, service);
  return {
    ip,
    ...(hostname !== undefined && { hostname }),
    ...(nodeName && { nodeName }),
    targetRef: { kind: "Pod", namespace, name, uid },
  };
}

function portsOf({ spec }: KubernetesService, pod: Pod): Port[] {
  return (spec.ports ?? []).flatMap((each): Port[] => {
    const port = targetPort(each, pod);
    if (port === undefined) return [];
    const { name, protocol = "TCP", appProtocol } = each;
    return [{ ...(name && { name }), port, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function subsetOf({
  ports,
  addresses,
  notReadyAddresses,
}: {
  ports: Port[];
  addresses: Address[];
  notReadyAddresses: Address[];
}): Subset {
  return {
    ...(addresses.length > 0 && { addresses }),
    ...(notReadyAddresses.length > 0 && { notReadyAddresses }),
    ...(ports.length > 0 && { ports }),
  };
}
