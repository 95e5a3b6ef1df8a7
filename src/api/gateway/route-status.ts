import { condition } from "../meta/condition.ts";
import { list, obj, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { controllerName } from "./names.ts";
import { parentRef } from "./parent-ref.ts";

/** What one controller says about a route and one of its parents. */
export const routeParentStatus = obj({
  parentRef: req(0, parentRef, "Which of the route's parents this is about, as written in the route."),
  controllerName: req(0, controllerName, "Controller that wrote this."),
  conditions: req(
    0,
    list(condition, { minItems: 1, maxItems: 8, keys: ["type"] }),
    "Whether the parent accepted the route and its references could be resolved.",
  ),
});

/** The status of any route. */
export const routeStatus = obj({
  parents: req(0, list(routeParentStatus, { maxItems: 32 }), "State of the route with each parent, by controller."),
});

export interface RouteParentStatus extends Infer<typeof routeParentStatus> {}
export interface RouteStatus extends Infer<typeof routeStatus> {}
