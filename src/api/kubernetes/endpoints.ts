import { isPort } from "../checks/address.ts";
import { isDnsLabel, isDnsSubdomain } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { isLabelKey } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { int32, list, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer, InferFields } from "../schema/schema.ts";
import { joinFew } from "./cells.ts";
import { isRoutableIp } from "./endpoint-address.ts";
import { objectReference } from "./object-reference.ts";
import { isServicePortName } from "./port-name.ts";
import { protocol } from "./protocol.ts";

/** One address of an Endpoints object. */
export const endpointAddress = obj(
  {
    ip: req(1, str({ checks: [isRoutableIp] }), "IP address of the endpoint."),
    hostname: opt(
      3,
      str({ emptyIsAbsent: true, checks: [isDnsLabel] }),
      "Host name of the endpoint below the Service's.",
    ),
    nodeName: ptr(4, str({ checks: [isDnsSubdomain] }), "Node on which the endpoint runs."),
    targetRef: ptr(2, objectReference, "The object behind the address, mostly a Pod."),
  },
  { atomic: true },
);

/** A port of an Endpoints object. */
export const endpointPort = obj(
  {
    name: opt(
      1,
      str({ emptyIsAbsent: true, checks: [isServicePortName] }),
      "Name of the Service's port; needed when there are several.",
    ),
    port: req(2, int32({ checks: [isPort] }), "Port number of the endpoints."),
    protocol: opt(3, protocol, "Transport protocol: 'TCP' (the default), 'UDP' or 'SCTP'.", { default: "TCP" }),
    appProtocol: ptr(4, str({ checks: [isLabelKey] }), "Application protocol, such as 'http'."),
  },
  { atomic: true },
);

const subsetFields = {
  addresses: opt(1, list(endpointAddress), "Addresses that take traffic."),
  notReadyAddresses: opt(2, list(endpointAddress), "Addresses that are not ready to take traffic."),
  ports: opt(3, list(endpointPort), "Ports that all of the addresses have."),
};

function checkSubset(subset: InferFields<typeof subsetFields>, report: Report): void {
  if (!subset.addresses?.length && !subset.notReadyAddresses?.length) {
    report("FW0103", "must have `addresses` or `notReadyAddresses`");
  }
  const ports = subset.ports ?? [];
  ports.forEach((port, i) => {
    if (ports.length > 1 && !port.name) {
      report("FW0642", "must be set when there are several ports", "ports", i, "name");
    }
  });
}

/** Addresses that share the same ports. */
export const endpointSubset = obj(subsetFields, { checks: [checkSubset] });

export interface EndpointAddress extends Infer<typeof endpointAddress> {}
export interface EndpointSubset extends Infer<typeof endpointSubset> {}

/** The endpoints of the Service of the same name. */
export interface Endpoints extends Resource {
  readonly subsets?: readonly EndpointSubset[] | undefined;
}

export const endpointsKind = defineKind<Endpoints>({
  group: "",
  kind: "Endpoints",
  plural: "endpoints",
  shortNames: ["ep"],
  versions: [{ name: "v1", deprecation: "use discovery.k8s.io/v1 EndpointSlice" }],
  doc: "The endpoints of the Service of the same name; EndpointSlice has taken its place.",
  schema: obj({
    subsets: opt(2, list(endpointSubset), "Groups of addresses; together they are the Service's endpoints."),
  }),
  statusSubresource: false,
  generation: false,
  columns: [column<Endpoints>("Endpoints", formatEndpoints, "Addresses that take traffic.")],
  protobuf: { message: "k8s.io.api.core.v1.Endpoints", of: "object" },
});

function formatEndpoints({ subsets = [] }: Endpoints): string {
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map((a) => a.ip)
      : ports.flatMap((p) => addresses.map((a) => `${a.ip.includes(":") ? `[${a.ip}]` : a.ip}:${p.port}`)),
  );
  return joinFew(all, "<none>");
}
