import { isIPv4, isIPv6 } from "node:net";
import { isPort } from "../checks/address.ts";
import { isDnsLabel, isDnsSubdomain, validDnsSubdomain } from "../checks/names.ts";
import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import { isLabelKey } from "../meta/label-selector.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { bool, choice, int32, list, map, obj, opt, ptr, req, str } from "../schema/build.ts";
import type { Infer } from "../schema/schema.ts";
import { joinFew } from "./cells.ts";
import { isRoutableIp } from "./endpoint-address.ts";
import { objectReference } from "./object-reference.ts";
import { isServicePortName } from "./port-name.ts";
import { protocol } from "./protocol.ts";

const endpointConditions = obj({
  ready: ptr(1, bool(), "Whether the endpoint takes new traffic; absent counts as true."),
  serving: ptr(2, bool(), "Whether it answers, also while it ends; absent counts as `ready`."),
  terminating: ptr(3, bool(), "Whether it is about to end; absent counts as false."),
});

const endpointHints = obj({
  forZones: opt(
    1,
    list(obj({ name: req(1, str(), "Name of the zone.") }), { maxItems: 8 }),
    "Zones whose clients should use the endpoint.",
  ),
  forNodes: opt(
    2,
    list(obj({ name: req(1, str(), "Name of the node.") }), { maxItems: 8 }),
    "Nodes whose clients should use the endpoint.",
  ),
});

/** One endpoint of a slice. */
export const sliceEndpoint = obj({
  addresses: req(
    1,
    list(str(), { listType: "set", minItems: 1, maxItems: 100, patchReplaces: true }),
    "Addresses of the endpoint, of the slice's address type; clients use the first.",
  ),
  conditions: opt(2, endpointConditions, "State of the endpoint."),
  hostname: ptr(3, str({ checks: [isDnsLabel] }), "Host name of the endpoint below the Service's."),
  targetRef: ptr(4, objectReference, "The object behind the endpoint, mostly a Pod."),
  deprecatedTopology: opt(5, map(str(), { maxProperties: 16 }), "Labels of the node in older versions; not used."),
  nodeName: ptr(6, str({ checks: [isDnsSubdomain] }), "Node on which the endpoint runs."),
  zone: ptr(7, str(), "Zone in which the endpoint runs."),
  hints: ptr(8, endpointHints, "Which clients should use the endpoint."),
});

/** A port of a slice. */
export const slicePort = obj(
  {
    name: ptr(1, str({ checks: [isServicePortName] }), "Name of the Service's port; empty by default.", {
      default: "",
    }),
    protocol: ptr(2, protocol, "Transport protocol: 'TCP' (the default), 'UDP' or 'SCTP'.", { default: "TCP" }),
    port: ptr(
      3,
      int32({ checks: [isPort] }),
      "Port number of the endpoints; what its absence means is up to the reader.",
    ),
    appProtocol: ptr(4, str({ checks: [isLabelKey] }), "Application protocol, such as 'http'."),
  },
  { atomic: true },
);

export interface SliceEndpoint extends Infer<typeof sliceEndpoint> {}
export interface SlicePort extends Infer<typeof slicePort> {}

/** Some or all of a Service's endpoints; the label `kubernetes.io/service-name` says whose. */
export interface EndpointSlice extends Resource {
  readonly addressType: "IPv4" | "IPv6" | "FQDN";
  readonly endpoints?: readonly SliceEndpoint[] | undefined;
  readonly ports?: readonly SlicePort[] | undefined;
}

export const endpointSliceKind = defineKind<EndpointSlice>({
  group: "discovery.k8s.io",
  kind: "EndpointSlice",
  versions: [{ name: "v1" }],
  doc: "Some or all endpoints of the Service that its label `kubernetes.io/service-name` names.",
  schema: obj({
    addressType: req(4, choice(["IPv4", "IPv6", "FQDN"]), "What the addresses are; cannot change."),
    endpoints: opt(2, list(sliceEndpoint, { maxItems: 1000 }), "The endpoints."),
    ports: opt(3, list(slicePort, { maxItems: 20000 }), "Ports that all of the endpoints have."),
  }),
  statusSubresource: false,
  columns: [
    column<EndpointSlice>("AddressType", (slice) => slice.addressType, "What the addresses are."),
    column<EndpointSlice>("Ports", formatPorts, "Ports of the endpoints."),
    column<EndpointSlice>("Endpoints", formatAddresses, "Addresses of the endpoints."),
  ],
  validate(slice, report) {
    checkAddresses(slice, report);
    checkPortNames(slice, report);
  },
  validateUpdate(slice, old, report) {
    if (slice.addressType !== old.addressType) report("FW0116", `must stay '${old.addressType}'`, "addressType");
  },
  protobuf: { message: "k8s.io.api.discovery.v1.EndpointSlice", of: "object" },
});

function checkAddresses({ addressType, endpoints = [] }: EndpointSlice, report: Report): void {
  endpoints.forEach(({ addresses }, i) => {
    addresses.forEach((address, j) => {
      const at = ["endpoints", i, "addresses", j] as const;
      if (!fits(addressType, address)) {
        report("FW0650", `must be ${wanted[addressType]} by \`addressType\`, not '${address}'`, ...at);
      } else if (addressType !== "FQDN") isRoutableIp(address, (code, message) => report(code, message, ...at));
    });
  });
}

const wanted = { IPv4: "an IPv4 address", IPv6: "an IPv6 address", FQDN: "a host name of two or more labels" };

function fits(type: EndpointSlice["addressType"], address: string): boolean {
  if (type === "IPv4") return isIPv4(address);
  if (type === "IPv6") return isIPv6(address) && !address.includes("%");
  const name = address.replace(/\.$/, "");
  return name.includes(".") && validDnsSubdomain(name);
}

function checkPortNames({ ports = [] }: EndpointSlice, report: Report): void {
  const seen = new Set<string>();
  ports.forEach(({ name = "" }, i) => {
    if (seen.has(name)) report("FW0108", `must be unique in the slice: '${name}' stands twice`, "ports", i, "name");
    seen.add(name);
  });
}

function formatPorts({ ports = [] }: EndpointSlice): string {
  const numbers = ports.map((p) => (p.port === undefined ? "*" : String(p.port)));
  return joinFew(numbers, "<unset>");
}

function formatAddresses({ endpoints = [] }: EndpointSlice): string {
  const addresses = endpoints.flatMap((e) => e.addresses);
  return joinFew(addresses, "<unset>");
}
