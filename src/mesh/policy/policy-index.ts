import type { Resource } from "../../api/index.ts";
import type { ResourceChange } from "../../core/index.ts";
import { type Buckets, changeBuckets, type Filing } from "../buckets.ts";
import type { ConfigProblem } from "../config-problem.ts";
import { allObjects, changeObjects, getObject, type Objects } from "../objects.ts";
import { byAge } from "../precedence.ts";
import { isUnusable, resolveObject, type Unusable } from "../resolve-object.ts";
import { isAttached, type Policy, resolvePolicy, type Workload } from "./policy.ts";

/** All objects of a kind that is for workloads, by namespace, the oldest first. */
export interface PolicyIndex<R extends Resource = Resource> {
  readonly resolved: Objects<Policy<R> | Unusable>;
  readonly byNamespace: Buckets<Policy<R>>;
}

/** An index without objects. */
export function emptyPolicyIndex<R extends Resource>(): PolicyIndex<R> {
  return { resolved: new Map(), byNamespace: new Map() };
}

/** The index after some objects changed. */
export function changePolicies<R extends Resource>(
  index: PolicyIndex<R>,
  changes: readonly ResourceChange[],
): PolicyIndex<R> {
  if (changes.length === 0) return index;
  const replaced = changes.map(({ key, after }) => ({
    namespace: key.namespace,
    name: key.name,
    before: usable(getObject(index.resolved, key.namespace, key.name)),
    after: after && resolveObject(after, (resource: R) => resolvePolicy(resource)),
  }));
  const policies = replaced.map(({ before, after }) => ({ before, after: usable(after) }));
  return {
    resolved: changeObjects(index.resolved, replaced),
    byNamespace: changeBuckets(index.byNamespace, policies, namespaceFiling as Filing<Policy<R>>),
  };
}

/** The policies for a workload: those of the root namespace, then those of its own, the oldest first in each. */
export function policiesFor<R extends Resource>(
  index: PolicyIndex<R>,
  workload: Workload,
  rootNamespace: string,
): readonly Policy<R>[] {
  const namespaces = new Set([rootNamespace, workload.namespace]);
  return [...namespaces].flatMap((namespace) =>
    (index.byNamespace.get(namespace) ?? []).filter((policy) => isAttached(policy, workload, rootNamespace)),
  );
}

/** Objects of the kind that cannot be used. */
export function* policyProblems(index: PolicyIndex): Generator<ConfigProblem> {
  for (const each of allObjects(index.resolved)) if (isUnusable(each)) yield each.unusable;
}

function usable<R extends Resource>(found: Policy<R> | Unusable | undefined): Policy<R> | undefined {
  return found && !isUnusable(found) ? found : undefined;
}

const namespaceFiling: Filing<Policy> = { bucketsOf: ({ namespace }) => [namespace], compare: byAge };
