import type { Report } from "../problem.ts";

/**
 * What is wrong with a list of localities, each `region/zone/subzone`, a beginning of that, or one with `*` at its end.
 * The paths of reports are indexes.
 */
export function checkLocalities(localities: readonly string[], report: Report): void {
  const taken = new Set<string>();
  /** Whatever something taken lies in: `a/b/c` lies in `a` and `a/b`. */
  const entered = new Set<string>();
  for (const [i, locality] of localities.entries()) {
    const fault = faultOf(locality);
    if (fault) {
      report("FW0333", fault, i);
      continue;
    }
    const areas = areasOf(locality);
    if (entered.has(locality) || areas.some((area) => taken.has(area) || taken.has(`${parentOf(area)}*`))) {
      report("FW0333", `must not overlap with those before it, as '${locality}' does`, i);
    }
    taken.add(locality);
    for (const area of areas) entered.add(area);
  }
}

function faultOf(locality: string): string | undefined {
  const star = locality.indexOf("*");
  if (star >= 0 && star < locality.length - 1) return `must have '*' only at its end, not '${locality}'`;
  const [region, zone, ...subzone] = locality.split("/");
  if (region === "" || zone === "" || (subzone.length > 0 && subzone.join("/") === "")) {
    return `must not leave region, zone or subzone empty: '${locality}'`;
  }
  return undefined;
}

/** `a/b/c` → `a`, `a/b`, `a/b/c`. */
function areasOf(locality: string): string[] {
  const [region = "", zone, ...subzone] = locality.split("/");
  return [region, ...(zone === undefined ? [] : [`${region}/${zone}`]), ...(subzone.length > 0 ? [locality] : [])];
}

/** `a/b` → `a/`, `a` → ``. */
function parentOf(area: string): string {
  return area.slice(0, area.lastIndexOf("/") + 1);
}
