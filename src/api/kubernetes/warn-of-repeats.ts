import type { PathStep } from "../problem.ts";
import type { Check } from "../schema/schema.ts";

/** Warns of items with the same `of`, which Kubernetes takes but cannot merge one by one. */
export function warnOfRepeats<T>(of: (item: T) => string | undefined, ...at: PathStep[]): Check<readonly T[]> {
  return (items, report) => {
    const seen = new Set<string>();
    items.forEach((item, index) => {
      const value = of(item);
      if (value === undefined) return;
      if (seen.has(value)) report("FW0604", `should be unique in the list: '${value}' stands twice`, index, ...at);
      seen.add(value);
    });
  };
}
