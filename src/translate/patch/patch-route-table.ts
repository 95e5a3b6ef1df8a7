import type { Route, RouteConfiguration, VirtualHost } from "../../gen/envoy/config/route/v3.ts";
import { changeEach, changeList } from "./change-list.ts";
import { matchesHost, routeFinder } from "./match-routes.ts";
import { isMerge, type Patch } from "./patch.ts";
import { mergePart } from "./patch-messages.ts";
import type { PatchRun } from "./patch-run.ts";

/** Those of a run's patches that are for the table at hand. */
type IsHere = (patch: Patch) => boolean;

/** A route table after its patches: itself, then each virtual host with its routes, then hosts that are added. */
export function patchRouteTable(table: RouteConfiguration, run: PatchRun, isHere: IsHere): RouteConfiguration {
  const merged = run
    .of("ROUTE_CONFIGURATION")
    .filter((patch) => isMerge(patch) && isHere(patch))
    .reduce((before, patch) => run.apply(patch, before, mergeTable), table);
  const hostPatches = run.of("VIRTUAL_HOST").filter(isHere);
  const routePatches = run.of("HTTP_ROUTE").filter(isHere);
  if (hostPatches.length + routePatches.length === 0) return merged;
  const before = merged.virtualHosts ?? [];
  const changed = before.map((host) => {
    const patched = patchHost(host, hostPatches, run);
    return patched && patchRoutes(patched, routePatches, run);
  });
  const after = hostPatches
    .filter(({ operation }) => operation === "ADD")
    .reduce(
      (hosts, patch) => run.apply(patch, hosts, (all, { value }): readonly VirtualHost[] => [...all, value]),
      keepSame(before, changed),
    );
  return after === before ? merged : { ...merged, virtualHosts: after };
}

function keepSame(
  before: readonly VirtualHost[],
  changed: readonly (VirtualHost | undefined)[],
): readonly VirtualHost[] {
  return changed.every((host, i) => host === before[i]) ? before : changed.filter((host) => host !== undefined);
}

function mergeTable(table: RouteConfiguration, patch: Patch<"ROUTE_CONFIGURATION">): RouteConfiguration {
  // The listener asks for the table by its name.
  return { ...mergePart(table, patch), ...(table.name !== undefined && { name: table.name }) };
}

/** Undefined if one of the patches removes it. */
function patchHost(
  host: VirtualHost,
  patches: readonly Patch<"VIRTUAL_HOST">[],
  run: PatchRun,
): VirtualHost | undefined {
  let changed: VirtualHost | undefined = host;
  for (const patch of patches) {
    if (changed && matchesHost(patch.match, changed)) {
      changed = run.apply(patch, changed as VirtualHost | undefined, changeHost);
    }
  }
  return changed;
}

function changeHost(host: VirtualHost | undefined, patch: Patch<"VIRTUAL_HOST">): VirtualHost | undefined {
  if (patch.operation === "REMOVE" || !host) return undefined;
  if (patch.operation === "REPLACE") return patch.value;
  return isMerge(patch) ? mergePart(host, patch) : host;
}

/** What is removed and merged comes before what is inserted, so that routes of patches are left as they are. */
function patchRoutes(host: VirtualHost, patches: readonly Patch<"HTTP_ROUTE">[], run: PatchRun): VirtualHost {
  const here = patches.filter(({ match }) => matchesHost(match, host));
  if (here.length === 0) return host;
  const before = host.routes ?? [];
  const changed = here.reduce((routes, patch) => run.apply(patch, routes, changeRoutes), before);
  const after = here.reduce((routes, patch) => run.apply(patch, routes, insertRoute), changed);
  return after === before ? host : { ...host, routes: after };
}

function changeRoutes(routes: readonly Route[], patch: Patch<"HTTP_ROUTE">): readonly Route[] {
  const matches = routeFinder(patch.match) ?? (() => true);
  if (patch.operation === "REMOVE") return changeList(routes, "REMOVE", patch.value, matches);
  return isMerge(patch) ? changeEach(routes, (route) => (matches(route) ? mergePart(route, patch) : route)) : routes;
}

function insertRoute(routes: readonly Route[], { operation, value, match }: Patch<"HTTP_ROUTE">): readonly Route[] {
  const matches = routeFinder(match);
  switch (operation) {
    case "ADD":
    case "INSERT_BEFORE":
    case "INSERT_AFTER":
      return changeList(routes, operation, value, matches);
    case "INSERT_FIRST":
      // A route that is named must be there, though the new one goes before all.
      return !matches || routes.some(matches) ? [value, ...routes] : routes;
    default:
      return routes;
  }
}
