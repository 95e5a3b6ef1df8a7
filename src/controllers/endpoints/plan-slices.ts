import type { EndpointSlice, KubernetesService, ObjectMeta, Resource, SliceEndpoint } from "../../api/index.ts";
import { jsonEqual } from "../../base/json.ts";
import type { Family } from "./pod-endpoint.ts";
import { type EndpointGroup, groupKey } from "./wanted-groups.ts";

export const serviceNameLabel = "kubernetes.io/service-name";
export const managedByLabel = "endpointslice.kubernetes.io/managed-by";
export const sliceManager = "endpointslice-controller.k8s.io";
export const headlessLabel = "service.kubernetes.io/headless";

/** Endpoints in one slice, as with Kubernetes. */
const capacity = 100;

/** What is to be written so that a Service has the slices that it should have. */
export interface SlicePlan {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly remove: readonly EndpointSlice[];
}

/** What the slices of a Service have in common. */
export interface SliceHead {
  /** What they are made from, and go with: the Service, or an Endpoints object of its name. */
  readonly owner: Resource;
  readonly labels: { readonly [label: string]: string };
  /** Absent: those that others gave a slice stay. */
  readonly annotations?: { readonly [annotation: string]: string };
  /** Endpoints that one of them holds at the most. */
  readonly capacity: number;
  /** The family of the empty slice that stays where there are no endpoints; undefined: none stays. */
  readonly placeholder: Family | undefined;
}

/**
 * Fits wanted endpoints into the slices that are there: an endpoint stays where it is, new ones fill up what has room,
 * and only then come new slices.
 */
export function planSlices(
  head: SliceHead,
  groups: readonly EndpointGroup[],
  existing: readonly EndpointSlice[],
): SlicePlan {
  const plan = { create: [] as EndpointSlice[], update: [] as EndpointSlice[], remove: [] as EndpointSlice[] };
  const slices = Map.groupBy(existing, (slice) => groupKey(slice.addressType, slice.ports ?? []));
  const { placeholder } = head;
  const empty: readonly EndpointGroup[] = placeholder ? [{ addressType: placeholder, ports: [], endpoints: [] }] : [];
  for (const group of groups.length > 0 ? groups : empty) {
    const key = groupKey(group.addressType, group.ports);
    planGroup(head, group, slices.get(key) ?? [], plan);
    slices.delete(key);
  }
  plan.remove.push(...[...slices.values()].flat());
  return plan;
}

type Plan = { readonly [step in keyof SlicePlan]: EndpointSlice[] };

function planGroup(head: SliceHead, group: EndpointGroup, slices: readonly EndpointSlice[], plan: Plan): void {
  const { capacity } = head;
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
  for (const { endpoints } of kept) endpoints.push(...rest.splice(0, Math.max(0, capacity - endpoints.length)));
  const emptyMayStay = group.endpoints.length === 0;
  for (const [i, { slice, endpoints }] of kept.entries()) {
    const next = sliceOf(head, group, endpoints, slice);
    if (endpoints.length === 0 && !(emptyMayStay && i === 0)) plan.remove.push(slice);
    else if (!jsonEqual(next, slice)) plan.update.push(next);
  }
  for (let at = 0; at < rest.length; at += capacity) {
    plan.create.push(sliceOf(head, group, rest.slice(at, at + capacity)));
  }
  if (emptyMayStay && kept.length === 0) plan.create.push(sliceOf(head, group, []));
}

/** An endpoint is the same one while its pod and address are. */
function identityOf({ targetRef, addresses }: SliceEndpoint): string {
  return `${targetRef?.uid} ${addresses[0]}`;
}

function sliceOf(
  { owner, labels, annotations }: SliceHead,
  { addressType, ports }: EndpointGroup,
  endpoints: readonly SliceEndpoint[],
  old?: EndpointSlice,
): EndpointSlice {
  const { apiVersion, kind, metadata } = owner;
  const { name = "", namespace, uid = "" } = metadata;
  const reference = { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
  const { annotations: given, ...kept }: ObjectMeta = old?.metadata ?? { generateName: `${name}-`, namespace };
  const noted = annotations ?? given ?? {};
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    ...old,
    metadata: {
      ...kept,
      labels,
      ...(Object.keys(noted).length > 0 && { annotations: noted }),
      ownerReferences: [reference],
    },
    addressType,
    endpoints,
    ports,
  };
}

/** What slices have in common that are made from a Service's pods. A Service without any endpoint keeps one empty slice. */
export function headOfService(service: KubernetesService): SliceHead {
  const { metadata, spec } = service;
  const labels = {
    ...metadata.labels,
    ...(spec.clusterIP === "None" && { [headlessLabel]: "" }),
    [serviceNameLabel]: metadata.name ?? "",
    [managedByLabel]: sliceManager,
  };
  return { owner: service, labels, capacity, placeholder: spec.ipFamilies?.[0] ?? "IPv4" };
}
