import { isObject, jsonEqual } from "../../base/json.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { HttpMatchRequest } from "./http-match.ts";
import type { HttpRoute } from "./http-route.ts";

interface Route {
  readonly match?: readonly object[] | undefined;
}

/** Every match is compared with all earlier ones; beyond this many, comparing costs more than the hint is worth. */
const maxCompared = 1000;

/** Warns of routes of connections that an earlier one leaves nothing to. */
export function unreachableL4Routes(routes: readonly Route[], report: Report): void {
  const earlier = new Map<string, number>();
  let open: number | undefined;
  routes.forEach((route, i) => {
    const matches = route.match ?? [];
    if (matches.length === 0) {
      if (open !== undefined) report("FW0325", `should come before route [${open}], which takes everything`, i);
      open = i;
      return;
    }
    const repeated = matches.filter((match, j) => {
      const key = keyOf(match);
      const taken = earlier.get(key);
      if (taken === undefined) earlier.set(key, i);
      else report("FW0326", `should not repeat a match of route [${taken}], which takes it`, i, "match", j);
      return taken !== undefined;
    });
    if (repeated.length === matches.length) report("FW0325", "should have a match that no earlier route has", i);
  });
}

/** As `unreachableL4Routes`, for HTTP; also of path prefixes that an earlier and shorter one covers. */
export function unreachableHttpRoutes(routes: readonly HttpRoute[], report: Report): void {
  unreachableL4Routes(routes, report);
  const earlier: { readonly match: HttpMatchRequest; readonly route: number }[] = [];
  routes.forEach((route, i) => {
    route.match?.forEach((match, j) => {
      if (!match.uri?.prefix || earlier.length >= maxCompared) return;
      const taken = earlier.find((e) => coversLonger(e.match, match));
      if (taken) warnCovered(taken, match, within(report, i, "match", j));
      earlier.push({ match, route: i });
    });
  });
}

function warnCovered(
  by: { readonly match: HttpMatchRequest; readonly route: number },
  match: HttpMatchRequest,
  report: Report,
) {
  const shorter = `'${by.match.uri?.prefix}' of route [${by.route}]`;
  report("FW0326", `should come before the shorter prefix ${shorter}, which covers '${match.uri?.prefix}'`);
}

/** One text for matches that are the same: their names are for logs, and the order of fields does not count. */
function keyOf(match: object): string {
  return JSON.stringify({ ...match, name: undefined }, (_key, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Whether all that `longer` matches is matched by `shorter`, whose prefix is shorter and whose conditions are as few or fewer. */
function coversLonger(shorter: HttpMatchRequest, longer: HttpMatchRequest): boolean {
  const prefix = shorter.uri?.prefix ?? "";
  const path = longer.uri?.prefix ?? "";
  if (path === prefix || !path.startsWith(prefix)) return false;
  return Object.entries(shorter).every(([name, condition]) => {
    if (name === "uri" || name === "name" || name === "statPrefix") return true;
    return jsonEqual(condition, longer[name as keyof HttpMatchRequest]);
  });
}
