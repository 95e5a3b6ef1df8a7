import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import type { Plan } from "../plan.ts";
import type { View } from "../view.ts";

/** The routes of a view. */
export function planRoutes(_view: View, _names: readonly string[]): readonly Plan<RouteConfiguration>[] {
  return [];
}
