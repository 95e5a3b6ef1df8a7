import { validQualifiedName } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { condition } from "../meta/condition.ts";
import { labelSelector } from "../meta/label-selector.ts";
import type { Resource } from "../resource.ts";
import { choice, int32, list, map, obj, opt, req, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { gatewayAddresses, gatewayStatusAddress } from "./gateway-address.ts";
import { gatewayTls } from "./gateway-tls.ts";
import { listeners, routeGroupKind } from "./listener.ts";
import { objectName, sectionName } from "./names.ts";
import { localObjectRef } from "./object-ref.ts";
import { waiting } from "./waiting.ts";

const keysAreQualified: Check<{ readonly [key: string]: string }> = (entries, report) => {
  for (const key of Object.keys(entries)) {
    if (!validQualifiedName(key) || key.indexOf("/") > 252) {
      report("FW0213", `must have keys of an optional DNS prefix and a name, not '${key}'`, key);
    }
  }
};

const labelValue = str({ minLength: 0, maxLength: 63, pattern: "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$" });

const infrastructure = obj({
  labels: opt(
    0,
    map(labelValue, { maxProperties: 8, checks: [keysAreQualified] }),
    "Labels for everything that is created for the Gateway.",
  ),
  annotations: opt(
    0,
    map(str({ minLength: 0, maxLength: 4096 }), { maxProperties: 16, checks: [keysAreQualified] }),
    "Annotations for everything that is created for the Gateway.",
  ),
  parametersRef: opt(0, localObjectRef, "Object with settings for the implementation, in the Gateway's namespace."),
});

const allowedListeners = obj({
  namespaces: opt(
    0,
    obj({
      from: opt(
        0,
        choice(["All", "Selector", "Same", "None"]),
        "'All' namespaces, those that the 'Selector' picks, the 'Same' as the Gateway's, or 'None' (default).",
        { default: "None" },
      ),
      selector: opt(0, labelSelector, "Which namespaces, by label, when `from` is 'Selector'."),
    }),
    "Namespaces of the ListenerSets; default: none.",
    { default: { from: "None" } },
  ),
});

/** What a Gateway asks for. */
export const kubeGatewaySpec = obj({
  gatewayClassName: req(0, objectName, "Name of the GatewayClass, which says who runs the Gateway."),
  listeners: req(0, listeners, "Ports that the Gateway listens on."),
  addresses: opt(0, gatewayAddresses, "Addresses that the Gateway should have; absent: some are assigned."),
  infrastructure: opt(0, infrastructure, "Settings of what is created to run the Gateway."),
  allowedListeners: opt(0, allowedListeners, "Which ListenerSets may add listeners; default: none."),
  tls: opt(0, gatewayTls, "TLS towards clients and backends, for the Gateway as a whole."),
  defaultScope: opt(0, choice(["All", "None"]), "'All' makes this a default Gateway, which routes can use unnamed."),
});

/** The state of one listener. */
export const listenerStatus = obj({
  name: req(0, sectionName, "Name of the listener."),
  supportedKinds: opt(0, list(routeGroupKind, { maxItems: 8 }), "Kinds of routes that the listener takes."),
  attachedRoutes: req(0, int32(), "How many routes are attached."),
  conditions: req(0, list(condition, { maxItems: 8, keys: ["type"] }), "Whether the listener works."),
});

const pending = [waiting("Accepted"), waiting("Programmed")];

/** The state of a Gateway. */
export const kubeGatewayStatus = obj({
  addresses: opt(0, list(gatewayStatusAddress, { maxItems: 16 }), "Addresses under which the Gateway can be reached."),
  conditions: opt(
    0,
    list(condition, { maxItems: 8, keys: ["type"] }),
    "Whether the Gateway was accepted and its proxies know of it.",
    { default: pending },
  ),
  listeners: opt(0, list(listenerStatus, { maxItems: 64, keys: ["name"] }), "State of each listener."),
  attachedListenerSets: opt(0, int32(), "How many ListenerSets are attached."),
});

export interface KubeGatewaySpec extends Infer<typeof kubeGatewaySpec> {}
export interface KubeGatewayStatus extends Infer<typeof kubeGatewayStatus> {}
export interface ListenerStatus extends Infer<typeof listenerStatus> {}

/** An object of the kind Gateway of Kubernetes' Gateway API; Istio has a kind of the same name. */
export interface KubeGateway extends Resource {
  readonly spec: KubeGatewaySpec;
  readonly status?: KubeGatewayStatus | undefined;
}

export const kubeGatewayKind = defineKind<KubeGateway>({
  group: "gateway.networking.k8s.io",
  kind: "Gateway",
  shortNames: ["gtw"],
  categories: ["gateway-api"],
  versions: [{ name: "v1" }, { name: "v1beta1" }],
  doc: "A place where traffic comes in: ports, protocols and certificates, to which routes are attached.",
  schema: obj({
    spec: req(0, kubeGatewaySpec, "The Gateway's class, listeners and addresses."),
    status: opt(0, kubeGatewayStatus, "What the controller says about the Gateway.", {
      default: { conditions: pending },
    }),
  }),
  columns: [
    column("Class", ".spec.gatewayClassName", "The Gateway's class."),
    column("Address", ".status.addresses[*].value", "Address under which the Gateway can be reached."),
    column("Programmed", '.status.conditions[?(@.type=="Programmed")].status', "Whether proxies know of the Gateway."),
  ],
});
