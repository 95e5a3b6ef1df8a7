import type { GroupKind, Resource } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import { anyIsSuperset, type Labels } from "../base/labels.ts";
import type { ResourceStore } from "../core/index.ts";

const serviceEntryKind: GroupKind = { group: "networking.istio.io", kind: "ServiceEntry" };
const gatewayKind: GroupKind = { group: "networking.istio.io", kind: "Gateway" };
const authorizationPolicyKind: GroupKind = { group: "security.istio.io", kind: "AuthorizationPolicy" };

/** All ServiceEntries, the oldest first. */
export async function serviceEntries(store: ResourceStore): Promise<readonly Resource[]> {
  return byCreation((await store.list(serviceEntryKind, "")).items);
}

/**
 * The Gateways that are bound to a workload: those whose selector is contained in one of its label sets, and those
 * without a selector. The oldest first.
 */
export async function gateways(store: ResourceStore, workloadLabels: readonly Labels[]): Promise<readonly Resource[]> {
  const { items } = await store.list(gatewayKind, "");
  return byCreation(items.filter((gateway) => anyIsSuperset(workloadLabels, selectorOf(gateway))));
}

/** The AuthorizationPolicies of a namespace; "" means all. Sorted by namespace and name. */
export async function authorizationPolicies(store: ResourceStore, namespace: string): Promise<readonly Resource[]> {
  return (await store.list(authorizationPolicyKind, namespace)).items;
}

function selectorOf(gateway: Resource): Labels {
  const selector = isObject(gateway.spec) ? gateway.spec.selector : undefined;
  return isObject(selector) ? (selector as Labels) : {};
}

/** Where configuration collides the older one wins; of the same age, the first by namespace and name. */
function byCreation(resources: readonly Resource[]): readonly Resource[] {
  const created = (resource: Resource) => resource.metadata.creationTimestamp ?? "";
  return resources.toSorted((a, b) => (created(a) < created(b) ? -1 : created(a) > created(b) ? 1 : 0));
}
