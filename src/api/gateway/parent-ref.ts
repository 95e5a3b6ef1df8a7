import { choice, list, obj, opt, req } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { distinctRefs } from "./distinct-refs.ts";
import { groupName, kindName, namespaceName, objectName, portNumber, sectionName } from "./names.ts";

/** What a route or policy is attached to: a Gateway, or a Service for traffic inside the mesh. */
export const parentRef = obj({
  group: opt(0, groupName, "API group of the parent; default 'gateway.networking.k8s.io'.", {
    default: "gateway.networking.k8s.io",
  }),
  kind: opt(0, kindName, "Kind of the parent: 'Gateway' (default), or 'Service' for traffic inside the mesh.", {
    default: "Gateway",
  }),
  namespace: opt(0, namespaceName, "Namespace of the parent; absent: that of the route."),
  name: req(0, objectName, "Name of the parent."),
  sectionName: opt(0, sectionName, "Listener of the Gateway, or port name of the Service; absent: all of them."),
  port: opt(0, portNumber, "Only listeners on this port, or this port of the Service; absent: all ports."),
});

/** The parents of a route. */
export const parentRefs = list(parentRef, {
  maxItems: 32,
  checks: [distinctRefs((ref) => [ref.group, ref.kind, ref.namespace ?? "", ref.name], "sectionName", "port")],
});

/** Whether a route also attaches to the Gateways that are marked as default ones. */
export const useDefaultGateways = choice(["All", "None"]);

export interface ParentRef extends Infer<typeof parentRef> {}
