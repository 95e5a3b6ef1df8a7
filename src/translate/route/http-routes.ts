import type { HttpMatchRequest, HttpRoute, Path } from "../../api/index.ts";
import type { Route } from "../../gen/envoy/config/route/v3.ts";
import { type ConfigProblem, configProblem, type MeshVirtualService } from "../../mesh/index.ts";
import { any } from "../any.ts";
import { configPath } from "../names.ts";
import { corsPolicy } from "./cors-policy.ts";
import { httpFault } from "./http-fault.ts";
import { routeAction } from "./route-action.ts";
import type { RouteContext } from "./route-context.ts";
import { anyRequest, catchesAll, matchesHere, routeMatch } from "./route-match.ts";
import { type RuleFault, ruleFaults } from "./rule-faults.ts";
import { matchRegexFaults } from "./rule-regexes.ts";

/** The routes of a VirtualService, and what in it cannot be shaped. */
export interface HttpRoutes {
  readonly routes: readonly Route[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * The HTTP routes of a VirtualService in a place, in its order: one for each match of a rule that can hold there. After
 * one that catches everything none follows. A rule or match that cannot be shaped is left out, with a problem.
 */
export function httpRoutes(virtualService: MeshVirtualService, context: RouteContext): HttpRoutes {
  const routes: Route[] = [];
  const problems: ConfigProblem[] = [];
  for (const [i, rule] of virtualService.http.entries()) {
    const at = rulePath(virtualService, i);
    const report = (faults: readonly RuleFault[], path: Path) => {
      for (const { code, path: inside, message } of faults) {
        problems.push(configProblem(virtualService.key, code, [...path, ...inside], message));
      }
      return faults.length > 0;
    };
    const matches = matchesOf(rule).filter(([match]) => !match || matchesHere(match, context));
    if (matches.length === 0 || report(ruleFaults(rule), at)) continue;
    for (const [match, position] of matches) {
      if (match && report(matchRegexFaults(match), [...at, "match", position])) continue;
      const route = shapeRoute(virtualService, rule, match, context);
      routes.push(route);
      if (catchesAll(route.match ?? {})) return { routes, problems };
    }
  }
  return { routes, problems };
}

/** Whether a VirtualService has a route for a place at all. */
export function hasRoutes({ http }: MeshVirtualService, context: Omit<RouteContext, "resolve">): boolean {
  return http.some(({ match }) => !match?.length || match.some((each) => matchesHere(each, context)));
}

/** The matches of a rule with their places in it; undefined stands for every request. */
function matchesOf({ match }: HttpRoute): readonly (readonly [HttpMatchRequest | undefined, number])[] {
  return match?.length ? match.map((each, i) => [each, i] as const) : [[undefined, 0]];
}

/** Rules of delegates stand in other objects, so that a place among all of them says nothing. */
function rulePath({ sources }: MeshVirtualService, position: number): Path {
  return sources.length === 1 ? ["spec", "http", position] : ["spec", "http"];
}

function shapeRoute(
  { namespace, name }: MeshVirtualService,
  rule: HttpRoute,
  match: HttpMatchRequest | undefined,
  context: RouteContext,
): Route {
  const shaped = match ? routeMatch(match, context.wholeSegments ?? false) : anyRequest;
  const routeName = match?.name ? `${rule.name ?? ""}.${match.name}` : rule.name;
  const config = configPath("networking.istio.io/v1", "VirtualService", namespace, name);
  return {
    ...(routeName && { name: routeName }),
    match: shaped,
    ...routeAction(name, rule, shaped, context),
    metadata: { filterMetadata: { istio: { config } } },
    ...filterConfig(rule, context),
    ...(match?.statPrefix && { statPrefix: match.statPrefix }),
  };
}

function filterConfig(rule: HttpRoute, context: RouteContext): Pick<Route, "typedPerFilterConfig"> {
  const fault = rule.fault && httpFault(rule.fault);
  const filters = {
    ...(fault && { "envoy.filters.http.fault": any("envoy.extensions.filters.http.fault.v3.HTTPFault", fault) }),
    ...(rule.corsPolicy && {
      "envoy.filters.http.cors": any("envoy.extensions.filters.http.cors.v3.CorsPolicy", corsPolicy(rule.corsPolicy)),
    }),
    ...sessionsOf(rule, context),
  };
  return Object.keys(filters).length > 0 ? { typedPerFilterConfig: filters } : {};
}

/** A request can have but one session: of several destinations the first that keeps them counts. */
function sessionsOf({ route = [] }: HttpRoute, context: RouteContext): Route["typedPerFilterConfig"] {
  for (const { destination } of route) {
    const { sessions } = context.resolve(destination);
    if (sessions) return sessions;
  }
  return undefined;
}
