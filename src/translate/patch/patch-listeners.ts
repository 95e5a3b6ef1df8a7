import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import type { MeshSettings, OutboundScope } from "../../mesh/index.ts";
import { virtualInbound, virtualOutbound } from "../names.ts";
import type { Plan } from "../plan.ts";
import { matchesListener } from "./match-listener.ts";
import { addsTo, isMerge, type Patch, type PatchContext } from "./patch.ts";
import { buildPatchedListener } from "./patch-listener.ts";
import { planPatched } from "./patch-run.ts";
import { planAdded } from "./plan-added.ts";
import { viewPatches } from "./view-patches.ts";

const partsOfListeners = ["LISTENER_FILTER", "FILTER_CHAIN", "NETWORK_FILTER", "HTTP_FILTER"] as const;
/** The routes of incoming requests are no resources of their own: they stand in the listener. */
const partsOfInbound = ["ROUTE_CONFIGURATION", "VIRTUAL_HOST", "HTTP_ROUTE"] as const;

/** Listeners of one context after the patches for them. */
export function patchListeners(
  scope: OutboundScope,
  context: PatchContext,
  plans: readonly Plan<Listener>[],
): readonly Plan<Listener>[] {
  const patches = viewPatches(scope);
  const whole = patches.of("LISTENER", context);
  const parts = partsOfListeners.flatMap((part): readonly Patch[] => patches.of(part, context));
  const routes =
    context === "SIDECAR_INBOUND" ? partsOfInbound.flatMap((part): readonly Patch[] => patches.of(part, context)) : [];
  if (whole.length + parts.length + routes.length === 0) return plans;
  return plans.flatMap((plan) => {
    const identity = { name: plan.name, port: portOf(plan.name, scope.settings) };
    const found = whole.filter((patch) => matchesListener(patch, identity));
    if (found.some(({ operation }) => operation === "REMOVE")) return [];
    const within = parts.filter((patch) => matchesListener(patch, identity));
    return [planPatched(plan, [...routes, ...found.filter(isMerge), ...within], buildPatchedListener)];
  });
}

/** The listeners that patches add to those of one context. */
export function addedListeners(scope: OutboundScope, context: PatchContext): readonly Plan<Listener>[] {
  return planAdded<Listener>(
    viewPatches(scope)
      .of("LISTENER", context)
      .filter((patch) => addsTo(patch, context)),
  );
}

/** The port that a listener of this name is bound to; 0: none. */
function portOf(name: string, { config }: MeshSettings): number {
  if (name === virtualOutbound) return config.proxyListenPort ?? 15001;
  if (name === virtualInbound) return config.proxyInboundListenPort || 15006;
  return Number(name.slice(name.lastIndexOf("_") + 1)) || 0;
}
