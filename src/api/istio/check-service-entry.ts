import { validIp } from "../checks/address.ts";
import type { Report } from "../problem.ts";
import { within } from "../problem.ts";
import { hasPartialWildcard, validHost, validWildcardHost } from "./host.ts";
import { isHttpProtocol, isTcpProtocol, isTlsProtocol } from "./port-protocol.ts";
import type { ServiceEntrySpec } from "./service-entry-fields.ts";
import { isUnixAddress } from "./unix-address.ts";

/** Rules across the fields of a service entry. */
export function checkServiceEntry(spec: ServiceEntrySpec, report: Report): void {
  const resolution = spec.resolution ?? "NONE";
  checkAddresses(spec, report);
  checkHosts(spec, report);
  checkEndpointPorts(spec, report);
  switch (resolution) {
    case "NONE":
      if (spec.endpoints !== undefined) report("FW0352", "must not be set with the resolution NONE", "endpoints");
      if (spec.workloadSelector) report("FW0358", "should not be set with the resolution NONE", "workloadSelector");
      return;
    case "STATIC":
      return checkStaticEndpoints(spec, report);
    case "DNS":
    case "DNS_ROUND_ROBIN":
      return checkDnsEndpoints(spec, resolution, report);
    case "DYNAMIC_DNS":
      return;
  }
}

function checkAddresses(spec: ServiceEntrySpec, report: Report): void {
  const resolution = spec.resolution ?? "NONE";
  if (resolution === "NONE" || resolution === "STATIC") return;
  spec.addresses?.forEach((address, i) => {
    if (!address.includes("/")) return;
    report("FW0351", `must not be a range with the resolution ${resolution}: '${address}'`, "addresses", i);
  });
}

function checkHosts(spec: ServiceEntrySpec, report: Report): void {
  spec.hosts.forEach((host, i) => {
    if (hasPartialWildcard(host) && validWildcardHost(host))
      report("FW0355", `should have '*' as its whole first label, not '${host}'`, "hosts", i);
  });
  if (spec.hosts.length < 2 || (spec.resolution ?? "NONE") === "NONE") return;
  const plain = spec.ports?.findIndex(({ protocol }) => !isHttpProtocol(protocol) && !isTlsProtocol(protocol)) ?? -1;
  if (plain >= 0) {
    report(
      "FW0354",
      "must have a protocol of HTTP or TLS, because there are several hosts",
      "ports",
      plain,
      "protocol",
    );
  }
}

function checkEndpointPorts(spec: ServiceEntrySpec, report: Report): void {
  const names = new Set(spec.ports?.map((port) => port.name));
  spec.endpoints?.forEach((endpoint, i) => {
    for (const name of Object.keys(endpoint.ports ?? {})) {
      if (names.has(name)) continue;
      report("FW0353", `must be named as one of the entry's ports, not '${name}'`, "endpoints", i, "ports", name);
    }
  });
}

function checkStaticEndpoints(spec: ServiceEntrySpec, report: Report): void {
  spec.endpoints?.forEach((endpoint, i) => {
    const { address = "" } = endpoint;
    const at = within(report, "endpoints", i, "address");
    if (isUnixAddress(address)) {
      if (spec.ports?.length !== 1) at("FW0352", "must not be a 'unix://' socket unless there is exactly one port");
    } else if (address !== "" && !validIp(address)) {
      at("FW0352", `must be an IP address with the resolution STATIC, not '${address}'`);
    }
  });
}

function checkDnsEndpoints(spec: ServiceEntrySpec, resolution: "DNS" | "DNS_ROUND_ROBIN", report: Report): void {
  const { endpoints = [], hosts } = spec;
  if (endpoints.length === 0) {
    hosts.forEach((host, i) => {
      if (validHost(host)) return;
      report("FW0352", `must not have a wildcard with the resolution ${resolution} and no endpoints`, "hosts", i);
    });
  }
  if (resolution === "DNS_ROUND_ROBIN" && endpoints.length > 1) {
    report("FW0352", "must have at most one item with the resolution DNS_ROUND_ROBIN", "endpoints");
  }
  endpoints.forEach(({ address = "" }, i) => {
    if (validIp(address) || validHost(address)) return;
    const message = `must be a host name or an IP address with the resolution ${resolution}, not '${address}'`;
    report("FW0352", message, "endpoints", i, "address");
  });
  if (hosts.length > 1 && spec.addresses?.length && spec.ports?.some(({ protocol }) => isTcpProtocol(protocol))) {
    report("FW0356", "should name one host, because its addresses and a TCP port do not tell several apart", "hosts");
  }
}

/** Label by which the user refuses an allocated address. */
const allocationLabel = "networking.istio.io/enable-autoallocate-ip";

/** Warns of TCP ports that callers cannot be told to mean, because the service has no address. */
export function warnOfNoAddress(
  spec: ServiceEntrySpec,
  labels: { readonly [key: string]: string } | undefined,
  report: Report,
): void {
  const refused = labels?.[allocationLabel]?.toLowerCase() === "false";
  if (spec.addresses?.length || ((spec.resolution ?? "NONE") !== "NONE" && !refused)) return;
  spec.ports?.forEach((port, i) => {
    if (port.protocol && port.protocol !== "TCP") return;
    report("FW0357", `should have \`addresses\` in the entry: port ${port.number} has no other mark`, "ports", i);
  });
}
