import { uniqueBy } from "../checks/across.ts";
import { isIpOrCidr } from "../checks/address.ts";
import { choice, list, obj, opt, req, str } from "../schema/build.ts";
import type { Infer, InferFields } from "../schema/schema.ts";
import { exportTo } from "./export-to.ts";
import { isHostOfDomain, isName } from "./host.ts";
import { portNumber } from "./port-number.ts";
import { isProtocolIfSet } from "./port-protocol.ts";
import { workloadEntrySpec } from "./workload-entry.ts";
import { networkingWorkloadSelector } from "./workload-selector.ts";

const servicePort = obj({
  number: req(1, portNumber, "Port of the service."),
  protocol: opt(
    2,
    str({ maxLength: 256, checks: [isProtocolIfSet] }),
    "Protocol of the port, such as HTTP, HTTPS, TLS or TCP. Absent: it is detected.",
  ),
  name: req(3, str({ maxLength: 256, checks: [isName] }), "Name of the port."),
  targetPort: opt(4, portNumber, "Port of the endpoints, where they do not say it themselves. Default: `number`."),
});

/** The fields of a service entry. */
export const serviceEntryFields = {
  hosts: req(
    1,
    list(str({ checks: [isHostOfDomain] }), { minItems: 1, maxItems: 256 }),
    "Hosts of the service, as callers name it; `*` may stand for the first label.",
  ),
  addresses: opt(
    2,
    list(str({ maxLength: 64, checks: [isIpOrCidr] }), { maxItems: 256 }),
    "Addresses that callers know the service by; ranges with NONE and STATIC only.",
  ),
  ports: opt(
    3,
    list(servicePort, { maxItems: 256, keys: ["name"], checks: [uniqueBy((port) => port.number, "number")] }),
    "Ports of the service.",
  ),
  location: opt(
    4,
    choice({ MESH_EXTERNAL: 0, MESH_INTERNAL: 1 }),
    "Whether the service belongs to the mesh, which decides about mutual TLS. Default: MESH_EXTERNAL.",
  ),
  resolution: opt(
    5,
    choice({ NONE: 0, STATIC: 1, DNS: 2, DNS_ROUND_ROBIN: 3, DYNAMIC_DNS: 4 }),
    "Where endpoints come from: the caller's destination (NONE), `endpoints` (STATIC) or DNS. Default: NONE.",
  ),
  endpoints: opt(
    6,
    list(workloadEntrySpec, { maxItems: 4096 }),
    "Endpoints of the service; not together with `workloadSelector`.",
  ),
  workloadSelector: opt(9, networkingWorkloadSelector, "Pods and workload entries that are the service's endpoints."),
  exportTo: opt(7, exportTo, "Namespaces that see the service: `.` is its own, `*` all, `~` none. Default: all."),
  subjectAltNames: opt(8, list(str()), "Names of which the certificates of the endpoints must have one."),
};

export interface ServicePort extends Infer<typeof servicePort> {}
/** What a service entry asks for. */
export interface ServiceEntrySpec extends InferFields<typeof serviceEntryFields> {}
