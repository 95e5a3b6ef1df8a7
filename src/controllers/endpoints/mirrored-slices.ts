import { isIPv4 } from "node:net";
import type { KubernetesEndpoints, KubernetesService, SliceEndpoint } from "../../api/index.ts";
import { managedByLabel, type SliceHead, serviceNameLabel } from "./plan-slices.ts";
import type { Family } from "./pod-endpoint.ts";
import { type EndpointGroup, groupKey } from "./wanted-groups.ts";

/** Who keeps the slices that mirror Endpoints. */
export const mirrorManager = "endpointslicemirroring-controller.k8s.io";

const skipLabel = "endpointslice.kubernetes.io/skip-mirror";
const leaderAnnotation = "control-plane.alpha.kubernetes.io/leader";

/** Annotations that are of the Endpoints object alone. */
const ownAnnotations: ReadonlySet<string> = new Set([
  "endpoints.kubernetes.io/last-change-trigger-time",
  "kubectl.kubernetes.io/last-applied-configuration",
]);

/** Addresses of one subset that are mirrored, as with Kubernetes. */
const capacity = 1000;

type Subset = NonNullable<KubernetesEndpoints["subsets"]>[number];
type Address = NonNullable<Subset["addresses"]>[number];

/**
 * Whether an Endpoints object is to be mirrored: somebody wrote it for a Service without a selector, and neither asks
 * for it to be left out nor uses it as a lock.
 */
export function isMirrored(
  endpoints: KubernetesEndpoints | undefined,
  service: KubernetesService | undefined,
): endpoints is KubernetesEndpoints {
  if (!endpoints || !service || endpoints.metadata.deletionTimestamp !== undefined) return false;
  if (Object.keys(service.spec.selector ?? {}).length > 0) return false;
  const { labels = {}, annotations = {} } = endpoints.metadata;
  return labels[skipLabel] !== "true" && !Object.hasOwn(annotations, leaderAnnotation);
}

/** What the slices that mirror an Endpoints object have in common. */
export function headOfMirror(endpoints: KubernetesEndpoints): SliceHead {
  const { name = "", labels, annotations = {} } = endpoints.metadata;
  return {
    owner: endpoints,
    labels: { ...labels, [serviceNameLabel]: name, [managedByLabel]: mirrorManager },
    annotations: Object.fromEntries(Object.entries(annotations).filter(([key]) => !ownAnnotations.has(key))),
    capacity,
    placeholder: undefined,
  };
}

/** The endpoints of an Endpoints object by family and ports. */
export function mirroredGroups({ subsets = [] }: KubernetesEndpoints): readonly EndpointGroup[] {
  const groups = new Map<string, EndpointGroup & { readonly endpoints: SliceEndpoint[] }>();
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    const named = ports.map(({ name = "", ...port }) => ({ name, ...port }));
    const all = [
      ...addresses.map((each) => endpointOf(each, true)),
      ...notReadyAddresses.map((each) => endpointOf(each, false)),
    ];
    for (const endpoint of all.slice(0, capacity)) {
      const addressType: Family = isIPv4(endpoint.addresses[0] ?? "") ? "IPv4" : "IPv6";
      const key = groupKey(addressType, named);
      const group = groups.get(key) ?? { addressType, ports: named, endpoints: [] };
      group.endpoints.push(endpoint);
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

function endpointOf({ ip, hostname, nodeName, targetRef }: Address, ready: boolean): SliceEndpoint {
  return {
    addresses: [ip],
    conditions: { ready },
    ...(hostname && { hostname }),
    ...(targetRef && { targetRef }),
    ...(nodeName && { nodeName }),
  };
}
