import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { distinctNames } from "../distinct-names.ts";
import { planGatewayListeners } from "../gateway/gateway-listeners.ts";
import { patchListeners } from "../patch/patch-listeners.ts";
import type { Plan } from "../plan.ts";
import type { View } from "../view.ts";
import { planInboundListeners } from "./inbound-listeners.ts";
import { planOutboundListeners } from "./outbound-listeners.ts";

/** The listeners of a view. */
export function planListeners(view: View): readonly Plan<Listener>[] {
  const { scope } = view;
  if (scope.proxy.type === "router") return distinctNames(patchListeners(scope, "GATEWAY", planGatewayListeners(view)));
  return distinctNames([
    ...patchListeners(scope, "SIDECAR_OUTBOUND", planOutboundListeners(view)),
    ...patchListeners(scope, "SIDECAR_INBOUND", planInboundListeners(view)),
  ]);
}
