import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import type { ConfigPatch } from "./config-patch-fields.ts";
import type { FilterMatch } from "./envoy-filter-match.ts";
import { currentFilterName } from "./old-filter-name.ts";

type MatchField = "listener" | "routeConfiguration" | "cluster";

/** The match that fits each part; parts that are not here take any. */
const fittingMatch: { readonly [applyTo: string]: MatchField } = {
  LISTENER: "listener",
  FILTER_CHAIN: "listener",
  NETWORK_FILTER: "listener",
  HTTP_FILTER: "listener",
  ROUTE_CONFIGURATION: "routeConfiguration",
  VIRTUAL_HOST: "routeConfiguration",
  HTTP_ROUTE: "routeConfiguration",
  CLUSTER: "cluster",
};

/** Whether a patch says all that it must, and fits what it applies to. */
export function checkConfigPatch(patch: ConfigPatch, report: Report): void {
  const missing = missingParts(patch);
  for (const path of missing) report("FW0371", "must be set", ...path);
  if (missing.length === 0) checkMatch(patch, report);
}

function missingParts({ applyTo = "INVALID", patch }: ConfigPatch): readonly (readonly string[])[] {
  const { operation = "INVALID", value } = patch ?? {};
  return [
    ...(applyTo === "INVALID" ? [["applyTo"]] : []),
    ...(patch === undefined ? [["patch"]] : operation === "INVALID" ? [["patch", "operation"]] : []),
    ...(patch !== undefined && operation !== "REMOVE" && value === undefined ? [["patch", "value"]] : []),
  ];
}

function checkMatch({ applyTo = "INVALID", match }: ConfigPatch, report: Report): void {
  const wanted = fittingMatch[applyTo];
  if (!match || wanted === undefined) return;
  for (const name of ["listener", "routeConfiguration", "cluster"] as const) {
    if (name !== wanted && match[name]) {
      report("FW0372", `must not be set when the patch applies to ${applyTo}: use \`${wanted}\``, "match", name);
    }
  }
  const filter = wanted === "listener" ? match.listener?.filterChain?.filter : undefined;
  if (filter) checkFilter(applyTo, filter, within(report, "match", "listener", "filterChain", "filter"));
}

const connectionManagers = ["envoy.filters.network.http_connection_manager", "envoy.http_connection_manager"];

function checkFilter(applyTo: string, { name, subFilter }: FilterMatch, report: Report): void {
  if (applyTo === "LISTENER" || applyTo === "FILTER_CHAIN") {
    report("FW0373", `should not be set when the patch applies to ${applyTo}`);
  }
  if (!name) return report("FW0372", "must be set", "name");
  warnOfOldName(name, within(report, "name"));
  if (!subFilter) return;
  if (applyTo !== "HTTP_FILTER") {
    report("FW0372", `must not be set when the patch applies to ${applyTo}, but for HTTP_FILTER`, "subFilter");
  } else if (!connectionManagers.includes(name)) {
    report("FW0372", `must be '${connectionManagers[0]}' when \`subFilter\` is set, not '${name}'`, "name");
  } else if (!subFilter.name) report("FW0372", "must be set", "subFilter", "name");
  else warnOfOldName(subFilter.name, within(report, "subFilter", "name"));
}

function warnOfOldName(name: string, report: Report): void {
  const current = currentFilterName(name);
  if (current) report("FW0374", `should be '${current}', not '${name}'`);
}
