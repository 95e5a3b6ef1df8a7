import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { planGatewayListeners } from "../gateway/gateway-listeners.ts";
import type { Plan } from "../plan.ts";
import type { View } from "../view.ts";
import { planInboundListeners } from "./inbound-listeners.ts";
import { planOutboundListeners } from "./outbound-listeners.ts";

/** The listeners of a view. */
export function planListeners(view: View): readonly Plan<Listener>[] {
  if (view.scope.proxy.type === "router") return planGatewayListeners(view);
  return [...planOutboundListeners(view), ...planInboundListeners(view)];
}
