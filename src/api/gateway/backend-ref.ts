import { int32, obj, opt, req } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { groupName, kindName, namespaceName, objectName, portNumber } from "./names.ts";

interface ServiceLike {
  readonly group?: string | undefined;
  readonly kind?: string | undefined;
  readonly port?: number | undefined;
}

/** A Service is called by a port of it; other kinds may do without one. */
export const servicesHavePort: Check<ServiceLike> = (ref, report) => {
  if (ref.group === "" && ref.kind === "Service" && ref.port === undefined) {
    report("FW0704", "must be set, as the reference is to a Service", "port");
  }
};

/** The fields that name a backend. */
export const backendFields = {
  group: opt(0, groupName, "API group of the backend; empty, the default, is Kubernetes' core group.", { default: "" }),
  kind: opt(0, kindName, "Kind of the backend; default 'Service'.", { default: "Service" }),
  name: req(0, objectName, "Name of the backend."),
  namespace: opt(
    0,
    namespaceName,
    "Namespace of the backend; another one than the route's needs a ReferenceGrant there.",
  ),
  port: opt(0, portNumber, "Port to call; required for a Service, and then the Service's port, not the target port."),
} as const;

/** The fields that name a backend and its share of the traffic. */
export const weightedBackendFields = {
  ...backendFields,
  weight: opt(
    0,
    int32({ min: 0, max: 1_000_000 }),
    "Share of the traffic, in relation to the sum of all weights; 0 gets none; default 1.",
    { default: 1 },
  ),
} as const;

/** A reference to a backend. */
export const backendObjectRef = obj(backendFields, { checks: [servicesHavePort] });

/** A reference to a backend with its share of the traffic. */
export const backendRef = obj(weightedBackendFields, { checks: [servicesHavePort] });

export interface BackendObjectRef extends Infer<typeof backendObjectRef> {}
export interface BackendRef extends Infer<typeof backendRef> {}
