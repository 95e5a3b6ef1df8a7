import type { Resource } from "../../api/index.ts";

/** What is left of a namespace that is being emptied. */
export interface Leftovers {
  /** Objects that are still there. */
  readonly objects: readonly Resource[];
  /** Why some could not be deleted. */
  readonly faults: readonly string[];
}

/** A condition of a namespace without its time. */
interface Condition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/** The conditions that tell how far the end of a namespace has come, with Kubernetes' types and reasons. */
export function namespaceConditions({ objects, faults }: Leftovers): readonly Condition[] {
  const finalizers = objects.flatMap(({ metadata }) => metadata.finalizers ?? []);
  return [
    condition("NamespaceDeletionContentFailure", faults.length > 0, {
      bad: ["ContentDeletionFailed", `some objects cannot be deleted: ${faults.join("; ")}`],
      good: ["ContentDeleted", "every object was deleted, or is about to be"],
    }),
    condition("NamespaceContentRemaining", objects.length > 0, {
      bad: ["SomeResourcesRemain", `some objects are left: ${counted(objects.map(({ kind }) => kind))}`],
      good: ["ContentRemoved", "no object is left"],
    }),
    condition("NamespaceFinalizersRemaining", finalizers.length > 0, {
      bad: ["SomeFinalizersRemain", `some objects wait for their finalizers: ${counted(finalizers)}`],
      good: ["ContentHasNoFinalizers", "no object waits for a finalizer"],
    }),
  ];
}

function condition(
  type: string,
  holds: boolean,
  { bad, good }: { readonly bad: readonly [string, string]; readonly good: readonly [string, string] },
): Condition {
  const [reason, message] = holds ? bad : good;
  return { type, status: holds ? "True" : "False", reason, message };
}

/** `Pod has 2, Service has 1`, sorted. */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} has ${count}`)
    .join(", ");
}
