import type { Check } from "../schema/schema.ts";

/**
 * A union told apart by the field `by`: for each of its values, the field that must be set with it and must not be set
 * with any other.
 */
export function union(members: { readonly [value: string]: string }, by = "type"): Check<object> {
  return (value, report) => {
    const fields = value as { readonly [name: string]: unknown };
    const chosen = fields[by];
    for (const [wanted, name] of Object.entries(members)) {
      const set = fields[name] !== undefined;
      if (set && chosen !== wanted) report("FW0701", `must not be set when \`${by}\` is '${chosen}'`, name);
      if (!set && chosen === wanted) report("FW0701", `must be set when \`${by}\` is '${chosen}'`, name);
    }
  };
}
