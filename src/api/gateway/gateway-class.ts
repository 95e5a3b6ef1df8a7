import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { condition } from "../meta/condition.ts";
import type { Resource } from "../resource.ts";
import { list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { controllerName } from "./names.ts";
import { objectRef } from "./object-ref.ts";
import { waiting } from "./waiting.ts";

/** What a GatewayClass asks for. */
export const gatewayClassSpec = obj({
  controllerName: req(
    0,
    controllerName,
    "Controller that runs the Gateways of this class, such as 'istio.io/gateway-controller'; cannot change.",
  ),
  parametersRef: opt(0, objectRef, "Object with settings for the controller, of a kind that it knows."),
  description: opt(0, str({ maxLength: 64 }), "What the class is for, in a few words."),
});

const pending = [waiting("Accepted")];

/** The state of a GatewayClass. */
export const gatewayClassStatus = obj({
  conditions: opt(0, list(condition, { maxItems: 8, keys: ["type"] }), "Whether the controller accepted the class.", {
    default: pending,
  }),
  supportedFeatures: opt(
    0,
    list(obj({ name: req(0, str(), "Name of the feature.") }), { maxItems: 64, keys: ["name"] }),
    "Features of the Gateway API that the controller supports.",
  ),
});

export interface GatewayClassSpec extends Infer<typeof gatewayClassSpec> {}
export interface GatewayClassStatus extends Infer<typeof gatewayClassStatus> {}

/** An object of the kind GatewayClass. */
export interface GatewayClass extends Resource {
  readonly spec: GatewayClassSpec;
  readonly status?: GatewayClassStatus | undefined;
}

export const gatewayClassKind = defineKind<GatewayClass>({
  group: "gateway.networking.k8s.io",
  kind: "GatewayClass",
  shortNames: ["gc"],
  categories: ["gateway-api"],
  namespaced: false,
  versions: [{ name: "v1" }, { name: "v1beta1" }],
  doc: "A sort of Gateway that users can ask for, and the controller that runs it.",
  schema: obj({
    spec: req(0, gatewayClassSpec, "The controller and its settings."),
    status: opt(0, gatewayClassStatus, "What the controller says about the class.", {
      default: { conditions: pending },
    }),
  }),
  columns: [
    column("Controller", ".spec.controllerName", "Controller that runs the Gateways of this class."),
    column(
      "Accepted",
      '.status.conditions[?(@.type=="Accepted")].status',
      "Whether the controller accepted the class.",
    ),
    column("Description", ".spec.description", "What the class is for.", { priority: 1 }),
  ],
  validateUpdate: (resource, old, report) => {
    if (resource.spec.controllerName !== old.spec.controllerName) {
      report("FW0116", `must stay '${old.spec.controllerName}'`, "spec", "controllerName");
    }
  },
});
