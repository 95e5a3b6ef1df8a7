import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { Plan } from "../plan.ts";
import type { View } from "../view.ts";

/** The listeners of a view. */
export function planListeners(_view: View): readonly Plan<Listener>[] {
  return [];
}
