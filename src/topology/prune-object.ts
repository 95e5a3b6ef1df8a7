import type { EndpointSlice, KubernetesEndpoints } from "../api/index.ts";
import type { Candidate, Verdict } from "./judge-endpoints.ts";

/** An object that lists endpoints: a slice, or the older form of all in one. */
export type EndpointsObject = EndpointSlice | KubernetesEndpoints;

/** The label by which a slice says whose it is. */
export const serviceNameLabel = "kubernetes.io/service-name";

/** Which Service an object's endpoints are of; undefined for a slice that does not say. */
export function serviceOf(object: EndpointsObject): string | undefined {
  const { name, labels } = object.metadata;
  return isSlice(object) ? labels?.[serviceNameLabel] || undefined : name;
}

/** The endpoints in an object, in an order that `pruneObject` knows. */
export function candidatesIn(object: EndpointsObject): readonly Candidate[] {
  if (isSlice(object)) {
    return (object.endpoints ?? []).map(({ nodeName, conditions }) => ({
      node: nodeName,
      ready: conditions?.ready !== false,
    }));
  }
  return (object.subsets ?? []).flatMap(({ addresses = [], notReadyAddresses = [] }) => [
    ...addresses.map(({ nodeName }) => ({ node: nodeName, ready: true })),
    ...notReadyAddresses.map(({ nodeName }) => ({ node: nodeName, ready: false })),
  ]);
}

/** The object with the endpoints that are kept; the very same if all are. Subsets with no address left go. */
export function pruneObject(object: EndpointsObject, verdicts: readonly Pick<Verdict, "kept">[]): EndpointsObject {
  if (verdicts.every(({ kept }) => kept)) return object;
  if (isSlice(object)) return { ...object, endpoints: (object.endpoints ?? []).filter((_, i) => verdicts[i]?.kept) };
  let at = 0;
  const keep = <T>(items: readonly T[] | undefined) => items?.filter(() => verdicts[at++]?.kept);
  const subsets = (object.subsets ?? []).map((subset) => {
    const { addresses, notReadyAddresses, ...rest } = subset;
    const [ready, notReady] = [keep(addresses), keep(notReadyAddresses)];
    return {
      ...(ready?.length && { addresses: ready }),
      ...(notReady?.length && { notReadyAddresses: notReady }),
      ...rest,
    };
  });
  return { ...object, subsets: subsets.filter((subset) => subset.addresses || subset.notReadyAddresses) };
}

function isSlice(object: EndpointsObject): object is EndpointSlice {
  return object.kind === "EndpointSlice";
}
