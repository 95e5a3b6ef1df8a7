import type { Sidecar } from "../../api/index.ts";
import { isSuperset, type Labels } from "../../base/labels.ts";
import type { ResourceChange } from "../../core/index.ts";
import { type Buckets, changeBuckets, type Filing } from "../buckets.ts";
import { type ConfigProblem, configProblem } from "../config-problem.ts";
import { allObjects, changeObjects, getObject, type Objects } from "../objects.ts";
import { byAge } from "../precedence.ts";
import { isUnusable, resolveObject, type Unusable } from "../resolve-object.ts";
import { type ResolvedSidecar, resolveSidecar } from "./resolve-sidecar.ts";

/** All Sidecars; in each namespace those with a selector first, the oldest first. */
export interface SidecarIndex {
  readonly resolved: Objects<ResolvedSidecar | Unusable>;
  readonly byNamespace: Buckets<ResolvedSidecar>;
}

export const emptySidecarIndex: SidecarIndex = { resolved: new Map(), byNamespace: new Map() };

/** The index after some Sidecars changed. */
export function changeSidecars(index: SidecarIndex, changes: readonly ResourceChange[]): SidecarIndex {
  if (changes.length === 0) return index;
  const replaced = changes.map(({ key, after }) => ({
    namespace: key.namespace,
    name: key.name,
    before: usable(getObject(index.resolved, key.namespace, key.name)),
    after: after && resolveObject(after, (sidecar: Sidecar) => resolveSidecar(sidecar)),
  }));
  const sidecars = replaced.map(({ before, after }) => ({ before, after: usable(after) }));
  return {
    resolved: changeObjects(index.resolved, replaced),
    byNamespace: changeBuckets(index.byNamespace, sidecars, namespaceFiling),
  };
}

/** The Sidecar of a workload: one that selects it, else its namespace's default, else the root namespace's. */
export function sidecarFor(
  index: SidecarIndex,
  workload: { readonly namespace: string; readonly labels: Labels },
  rootNamespace: string,
): ResolvedSidecar | undefined {
  const inside = index.byNamespace.get(workload.namespace) ?? [];
  return (
    inside.find(({ selector }) => !selector || isSuperset(workload.labels, selector)) ??
    index.byNamespace.get(rootNamespace)?.find(({ selector }) => !selector)
  );
}

/** What is wrong with Sidecars. */
export function* sidecarProblems(index: SidecarIndex): Generator<ConfigProblem> {
  for (const each of allObjects(index.resolved)) if (isUnusable(each)) yield each.unusable;
  for (const inside of index.byNamespace.values()) {
    const [first, ...others] = inside.filter(({ selector }) => !selector);
    for (const { key } of others) {
      yield configProblem(key, "FW1106", ["spec"], `has no effect: '${first?.name}', which is older, is the default`);
    }
  }
}

function usable(found: ResolvedSidecar | Unusable | undefined): ResolvedSidecar | undefined {
  return found && !isUnusable(found) ? found : undefined;
}

const namespaceFiling: Filing<ResolvedSidecar> = {
  bucketsOf: ({ namespace }) => [namespace],
  compare: (a, b) => Number(!a.selector) - Number(!b.selector) || byAge(a, b),
};
