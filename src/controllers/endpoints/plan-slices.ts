import type { EndpointSlice, KubernetesService, SliceEndpoint } from "../../api/index.ts";
import { jsonEqual } from "../../base/json.ts";
import { type EndpointGroup, groupKey } from "./wanted-groups.ts";

/** Endpoints in one slice, as with Kubernetes. */
const maxEndpoints = 100;

export const serviceNameLabel = "kubernetes.io/service-name";
export const managedByLabel = "endpointslice.kubernetes.io/managed-by";
export const sliceManager = "endpointslice-controller.k8s.io";
export const headlessLabel = "service.kubernetes.io/headless";

/** What is to be written so that a Service has the slices that it should have. */
export interface SlicePlan {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

/**
 * Fits wanted endpoints into the slices that are there: an endpoint stays where it is, new ones fill up what has room,
 * and only then come new slices. A Service without any endpoint keeps one empty slice.
 */
export function planSlices(
  service: KubernetesService,
  groups: readonly EndpointGroup[],
  existing: readonly EndpointSlice[],
): SlicePlan {
  const plan = { create: [] as EndpointSlice[], update: [] as EndpointSlice[], remove: [] as EndpointSlice[] };
  const slices = Map.groupBy(existing, (slice) => groupKey(slice.addressType, slice.ports ?? []));
  const wanted = groups.length > 0 ? groups : [placeholder(service)];
  for (const group of wanted) {
    const key = groupKey(group.addressType, group.ports);
    planGroup(service, group, slices.get(key) ?? [], plan);
    slices.delete(key);
  }
  plan.remove.push(...[...slices.values()].flat());
  return plan;
}

const placeholder = ({ spec }: KubernetesService): EndpointGroup => ({
  addressType: spec.ipFamilies?.[0] ?? "IPv4",
  ports: [],
  endpoints: [],
});

type Plan = { readonly [step in keyof SlicePlan]: EndpointSlice[] };

function planGroup(
  service: KubernetesService,
  group: EndpointGroup,
  slices: readonly EndpointSlice[],
  plan: Plan,
): void {
  const waiting = new Map(group.endpoints.map((endpoint) => [identityOf(endpoint), endpoint]));
  const kept = slices.map((slice) => {
    const endpoints = (slice.endpoints ?? []).flatMap((endpoint) => {
      const now = waiting.get(identityOf(endpoint));
      waiting.delete(identityOf(endpoint));
      return now ?? [];
    });
    return { slice, endpoints };
  });
  const rest = [...waiting.values()];
  for (const { endpoints } of kept) endpoints.push(...rest.splice(0, Math.max(0, maxEndpoints - endpoints.length)));
  const emptyMayStay = group.endpoints.length === 0;
  for (const [i, { slice, endpoints }] of kept.entries()) {
    const next = sliceOf(service, group, endpoints, slice);
    if (endpoints.length === 0 && !(emptyMayStay && i === 0)) plan.remove.push(slice);
    else if (!jsonEqual(next, slice)) plan.update.push(next);
  }
  for (let at = 0; at < rest.length; at += maxEndpoints) {
    plan.create.push(sliceOf(service, group, rest.slice(at, at + maxEndpoints)));
  }
  if (emptyMayStay && kept.length === 0) plan.create.push(sliceOf(service, group, []));
}

/** An endpoint is the same one while its pod and address are. */
function identityOf({ targetRef, addresses }: SliceEndpoint): string {
  return `${targetRef?.uid} ${addresses[0]}`;
}

function sliceOf(
  service: KubernetesService,
  { addressType, ports }: EndpointGroup,
  endpoints: readonly SliceEndpoint[],
  old?: EndpointSlice,
): EndpointSlice {
  const { name = "", namespace, uid = "" } = service.metadata;
  const owner = { apiVersion: "v1", kind: "Service", name, uid, controller: true, blockOwnerDeletion: true };
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    ...old,
    metadata: {
      ...(old?.metadata ?? { generateName: `${name}-`, namespace }),
      labels: labelsOf(service),
      ownerReferences: [owner],
    },
    addressType,
    endpoints,
    ports,
  };
}

/** The Service's own labels, and those by which its slices are found. */
function labelsOf({ metadata, spec }: KubernetesService): { readonly [label: string]: string } {
  return {
    ...metadata.labels,
    ...(spec.clusterIP === "None" && { [headlessLabel]: "" }),
    [serviceNameLabel]: metadata.name ?? "",
    [managedByLabel]: sliceManager,
  };
}
