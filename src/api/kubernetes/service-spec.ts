import { obj } from "../schema/build.ts";
import { checkServiceSpec } from "./check-service-spec.ts";
import { serviceSpecFields } from "./service-fields.ts";

export { type ServicePort, type ServiceSpec, servicePort } from "./service-fields.ts";
export { type ServiceStatus, serviceStatus } from "./service-status.ts";

/** What a user asks of a Service; also the template of a ServiceGrid. */
export const serviceSpec = obj(serviceSpecFields, { checks: [checkServiceSpec] });
