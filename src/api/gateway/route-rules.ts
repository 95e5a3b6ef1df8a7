import { uniqueBy } from "../checks/across.ts";
import type { Check } from "../schema/schema.ts";

/** Rules that have a name must not share it. */
export const uniqueRuleNames: Check<readonly { readonly name?: string | undefined }[]> = uniqueBy(
  (rule) => rule.name,
  "name",
);

const maxMatches = 128;

/** A route's rules may have 128 matches in all. */
export const matchesInBounds: Check<readonly { readonly matches?: readonly unknown[] | undefined }[]> = (
  rules,
  report,
) => {
  const matches = rules.reduce((sum, rule) => sum + (rule.matches?.length ?? 0), 0);
  if (matches > maxMatches) report("FW0708", `must have at most ${maxMatches} matches in all, not ${matches}`);
};
