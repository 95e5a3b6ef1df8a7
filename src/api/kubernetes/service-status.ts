import { condition } from "../meta/condition.ts";
import { choice, int32, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { protocol } from "./protocol.ts";

const portStatus = obj({
  port: req(1, int32(), "Number of the Service's port."),
  protocol: req(2, protocol, "Protocol of the Service's port.", { default: "TCP" }),
  error: ptr(3, str({ maxLength: 316 }), "Why the load balancer does not serve the port: one word for machines."),
});

const loadBalancerIngress = obj({
  ip: opt(1, str(), "Address of the load balancer."),
  hostname: opt(2, str(), "DNS name of the load balancer."),
  ipMode: ptr(
    3,
    choice(["VIP", "Proxy"]),
    "Whether packets reach the node with the balancer's address as destination ('VIP') or not ('Proxy').",
  ),
  ports: opt(4, list(portStatus), "State of the single ports."),
});

/** Where a load balancer is reached. */
export const loadBalancerStatus = obj({
  ingress: opt(1, list(loadBalancerIngress), "Points where the load balancer takes traffic."),
});

/** What was done for a Service. */
export const serviceStatus = obj({
  loadBalancer: opt(1, loadBalancerStatus, "State of the load balancer, if the Service asks for one."),
  conditions: opt(2, list(condition, { keys: ["type"] }), "Conditions of the Service."),
});

export interface LoadBalancerStatus extends Infer<typeof loadBalancerStatus> {}
export interface ServiceStatus extends Infer<typeof serviceStatus> {}
