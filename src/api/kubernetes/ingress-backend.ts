import { exactlyOne } from "../checks/across.ts";
import { isPort } from "../checks/address.ts";
import { isDnsLabel } from "../checks/names.ts";
import { int32, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { typedLocalObjectReference } from "./object-reference.ts";
import { isServicePortName } from "./port-name.ts";

const serviceBackendPort = obj(
  {
    name: opt(1, str({ emptyIsAbsent: true, checks: [isServicePortName] }), "Name of the Service's port."),
    number: opt(2, int32({ zeroIsAbsent: true, checks: [isPort] }), "Number of the Service's port."),
  },
  { atomic: true, checks: [exactlyOne("name", "number")] },
);

/** Where an Ingress sends requests: a Service of its namespace, or another object. */
export const ingressBackend = obj(
  {
    service: ptr(
      4,
      obj({
        name: req(1, str({ checks: [isDnsLabel] }), "Name of the Service."),
        port: req(2, serviceBackendPort, "Port of the Service, by name or by number."),
      }),
      "A Service in the Ingress' namespace.",
    ),
    resource: ptr(3, typedLocalObjectReference, "Another object in the Ingress' namespace, in place of a Service."),
  },
  { checks: [exactlyOne("service", "resource")] },
);

export interface IngressBackend extends Infer<typeof ingressBackend> {}
