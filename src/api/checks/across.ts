import type { PathStep } from "../problem.ts";
import type { Check } from "../schema/schema.ts";

type Fields = { readonly [key: string]: unknown };

function setNames(value: object, names: readonly string[]): string[] {
  return names.filter((name) => (value as Fields)[name] !== undefined);
}

const quoted = (names: readonly string[]) => names.map((n) => `\`${n}\``).join(", ");

/** At most one of the fields may be set. */
export function atMostOne(...names: readonly string[]): Check<object> {
  return (value, report) => {
    const set = setNames(value, names);
    if (set.length > 1) report("FW0111", `must have at most one of ${quoted(names)}, not ${quoted(set)} together`);
  };
}

/** Exactly one of the fields must be set. */
export function exactlyOne(...names: readonly string[]): Check<object> {
  return (value, report) => {
    const set = setNames(value, names);
    if (set.length === 0) report("FW0103", `must have one of ${quoted(names)}`);
    else atMostOne(...names)(value, report);
  };
}

/** At least one of the fields must be set. */
export function atLeastOne(...names: readonly string[]): Check<object> {
  return (value, report) => {
    if (setNames(value, names).length === 0) report("FW0103", `must have at least one of ${quoted(names)}`);
  };
}

/** Where `name` is set, `needed` must be set too. */
export function needs(name: string, needed: string): Check<object> {
  return (value, report) => {
    const fields = value as Fields;
    if (fields[name] !== undefined && fields[needed] === undefined) {
      report("FW0112", `must be set together with \`${needed}\``, name);
    }
  };
}

/** No two items may have the same `of`; items without one do not count. `at` is where in the item to point. */
export function uniqueBy<T>(of: (item: T) => string | number | undefined, ...at: PathStep[]): Check<readonly T[]> {
  return (items, report) => {
    const seen = new Set<string | number>();
    items.forEach((item, index) => {
      const value = of(item);
      if (value === undefined) return;
      if (seen.has(value)) report("FW0108", `must be unique in the list: '${value}' stands twice`, index, ...at);
      seen.add(value);
    });
  };
}
