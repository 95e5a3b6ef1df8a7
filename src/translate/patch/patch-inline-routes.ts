import type { Any } from "../../gen/any.ts";
import type { Filter, Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { HttpConnectionManager } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { changeEach } from "./change-list.ts";
import { matchesTable, sidecarTable } from "./match-routes.ts";
import { patchRouteTable } from "./patch-route-table.ts";
import type { PatchRun } from "./patch-run.ts";

/** A listener of incoming traffic after the patches of the route tables in it. */
export function patchInlineRoutes(listener: Listener, run: PatchRun): Listener {
  const none = run.of("ROUTE_CONFIGURATION").length + run.of("VIRTUAL_HOST").length + run.of("HTTP_ROUTE").length === 0;
  const { filterChains: before } = listener;
  if (none || !before) return listener;
  const filterChains = changeEach(before, (chain) => {
    const filters = chain.filters && changeEach(chain.filters, (filter) => patchManager(filter, run));
    return filters === chain.filters || !filters ? chain : { ...chain, filters };
  });
  return filterChains === before ? listener : { ...listener, filterChains };
}

function patchManager(filter: Filter, run: PatchRun): Filter {
  if (filter.name !== "envoy.filters.network.http_connection_manager") return filter;
  const manager = filter.typedConfig as Any & HttpConnectionManager;
  const { routeConfig } = manager;
  if (!routeConfig) return filter;
  const table = sidecarTable(routeConfig.name ?? "");
  const patched = patchRouteTable(routeConfig, run, ({ match }) => matchesTable(match, table, false));
  return patched === routeConfig ? filter : { ...filter, typedConfig: { ...manager, routeConfig: patched } };
}
