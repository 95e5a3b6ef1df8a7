import { validDnsSubdomain, validLabelValue } from "../checks/names.ts";
import { isLabelKey } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import { opt, str } from "../schema/build.ts";

/** The field that all grids have: which node label tells the places apart. */
export const gridUniqKey = opt(
  0,
  str({ emptyIsAbsent: true, checks: [isLabelKey] }),
  "Node label whose values are the places of the grid; without one nothing is made.",
);

/** Warns of a grid for which nothing can be made. */
export function checkGridKey(spec: { readonly gridUniqKey?: string | undefined } | undefined, report: Report): void {
  if (spec?.gridUniqKey === undefined) report("FW0901", "should name a node label", "spec", "gridUniqKey");
}

/** What a grid's name must be, if it is not that: it becomes a label on all that is made of the grid. */
export function gridNameFault(name: string): string | undefined {
  if (validDnsSubdomain(name) && validLabelValue(name)) return undefined;
  return "must be up to 63 lower-case letters, digits, hyphens and dots";
}
