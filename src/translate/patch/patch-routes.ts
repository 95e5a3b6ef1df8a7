import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import type { OutboundScope, ProxyScope } from "../../mesh/index.ts";
import type { Built, Plan } from "../plan.ts";
import { gatewayTables, matchesTable, sidecarTable } from "./match-routes.ts";
import type { Patch, PatchContext } from "./patch.ts";
import { patchRouteTable } from "./patch-route-table.ts";
import { buildPatched, type PatchedKey, planPatched } from "./patch-run.ts";
import { viewPatches } from "./view-patches.ts";

const partsOfRoutes = ["ROUTE_CONFIGURATION", "VIRTUAL_HOST", "HTTP_ROUTE"] as const;

/** Route tables after the patches for them. */
export function patchRoutes(
  scope: OutboundScope & Pick<ProxyScope, "gateways">,
  context: PatchContext,
  plans: readonly Plan<RouteConfiguration>[],
): readonly Plan<RouteConfiguration>[] {
  const patches = partsOfRoutes.flatMap((part): readonly Patch[] => viewPatches(scope).of(part, context));
  if (patches.length === 0) return plans;
  const ofGateway = context === "GATEWAY";
  const tableOf = ofGateway ? gatewayTables(scope.gateways) : sidecarTable;
  return plans.map((plan) => {
    const table = tableOf(plan.name);
    const found = patches.filter(({ match }) => matchesTable(match, table, ofGateway));
    return planPatched(plan, found, buildPatchedTable);
  });
}

/** Planning has chosen the patches for the table already. */
function buildPatchedTable(key: PatchedKey<RouteConfiguration>): Built<RouteConfiguration> {
  return buildPatched(key, (table, run) => patchRouteTable(table, run, () => true));
}
