import { isIPv4 } from "node:net";
import { validIp } from "../checks/address.ts";
import { validDnsSubdomain } from "../checks/names.ts";
import type { Report } from "../problem.ts";
import type { ServiceSpec } from "./service-fields.ts";

/** The rules across a Service's fields. */
export function checkServiceSpec(spec: ServiceSpec, report: Report): void {
  checkPorts(spec, report);
  checkExternalName(spec, report);
  checkExposure(spec, report);
  checkClusterIps(spec, report);
  checkFamilies(spec, report);
  warnOfHeadless(spec, report);
}

/** Whether the Service has no virtual address of its own. */
export function isHeadless(spec: ServiceSpec): boolean {
  return spec.clusterIP === "None" || spec.clusterIPs?.[0] === "None";
}

/** Whether traffic from outside the cluster can reach the Service. */
export function isExternallyReachable(spec: ServiceSpec): boolean {
  return exposesNodes(spec) || (spec.type !== "ExternalName" && (spec.externalIPs?.length ?? 0) > 0);
}

function exposesNodes(spec: ServiceSpec): boolean {
  return spec.type === "NodePort" || spec.type === "LoadBalancer";
}

function checkPorts(spec: ServiceSpec, report: Report): void {
  const ports = spec.ports ?? [];
  if (ports.length === 0 && !isHeadless(spec) && spec.type !== "ExternalName") {
    report("FW0641", "must have at least one port, unless `clusterIP` is 'None'", "ports");
  }
  const names = new Set<string>();
  const nodePorts = new Set<string>();
  ports.forEach((port, i) => {
    if (port.name === undefined || port.name === "") {
      if (ports.length > 1) report("FW0642", "must be set when there are several ports", "ports", i, "name");
    } else if (names.has(port.name)) {
      report("FW0108", `must be unique in the Service: '${port.name}' stands twice`, "ports", i, "name");
    } else names.add(port.name);
    if (!port.nodePort) return;
    const nodePort = `${port.protocol} ${port.nodePort}`;
    if (nodePorts.has(nodePort)) {
      report("FW0108", `must be unique in the Service: '${nodePort}' stands twice`, "ports", i, "nodePort");
    }
    nodePorts.add(nodePort);
    if (spec.type === "ClusterIP") {
      report("FW0640", "must not be set with the type 'ClusterIP'", "ports", i, "nodePort");
    }
  });
}

function checkExternalName(spec: ServiceSpec, report: Report): void {
  if (spec.type !== "ExternalName") return;
  if (!spec.externalName) report("FW0640", "must be set with the type 'ExternalName'", "externalName");
  else if (!validDnsSubdomain(spec.externalName.replace(/\.$/, ""))) {
    report("FW0204", `must be a lower-case host name, not '${spec.externalName}'`, "externalName");
  }
  const forbidden = {
    clusterIP: spec.clusterIP,
    clusterIPs: spec.clusterIPs?.[0],
    ipFamilies: spec.ipFamilies?.[0],
    ipFamilyPolicy: spec.ipFamilyPolicy,
  };
  for (const [field, value] of Object.entries(forbidden)) {
    if (value) report("FW0640", "must not be set with the type 'ExternalName'", field);
  }
}

/** Fields that only mean something for Services that are open to the outside. */
function checkExposure(spec: ServiceSpec, report: Report): void {
  if (spec.type !== "LoadBalancer") {
    const rule = "must not be set unless the type is 'LoadBalancer'";
    if (spec.loadBalancerSourceRanges?.length) report("FW0640", rule, "loadBalancerSourceRanges");
    if (spec.loadBalancerClass !== undefined) report("FW0640", rule, "loadBalancerClass");
    if (spec.allocateLoadBalancerNodePorts !== undefined) report("FW0640", rule, "allocateLoadBalancerNodePorts");
  }
  if (spec.externalTrafficPolicy !== undefined && !isExternallyReachable(spec)) {
    report("FW0640", "must not be set unless the Service is reachable from outside", "externalTrafficPolicy");
  }
  if (spec.healthCheckNodePort && (spec.type !== "LoadBalancer" || spec.externalTrafficPolicy !== "Local")) {
    report(
      "FW0640",
      "must not be set unless the type is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      "healthCheckNodePort",
    );
  }
  if (exposesNodes(spec) && isHeadless(spec)) {
    report("FW0640", `must not be 'None' with the type '${spec.type}'`, "clusterIP");
  }
}

function checkClusterIps(spec: ServiceSpec, report: Report): void {
  if (spec.type === "ExternalName") return;
  const { clusterIP = "", clusterIPs = [] } = spec;
  const rule = "must be an IP address or 'None'";
  if (clusterIP !== "" && clusterIP !== "None" && !validIp(clusterIP)) {
    report("FW0206", `${rule}, not '${clusterIP}'`, "clusterIP");
  }
  clusterIPs.forEach((ip, i) => {
    if (ip === "None" && clusterIPs.length > 1)
      report("FW0644", "must not be 'None' beside another address", "clusterIPs", i);
    else if (ip !== "None" && !validIp(ip)) report("FW0206", `${rule}, not '${ip}'`, "clusterIPs", i);
  });
  const [first, second] = clusterIPs;
  if (first !== undefined && first !== clusterIP) {
    report("FW0644", `must be the same as \`clusterIP\` ('${clusterIP}'), not '${first}'`, "clusterIPs", 0);
  }
  if (first !== undefined && second !== undefined && isIPv4(first) === isIPv4(second)) {
    report("FW0644", "must be of another IP family than the first", "clusterIPs", 1);
  }
}

function checkFamilies(spec: ServiceSpec, report: Report): void {
  if (spec.type === "ExternalName") return;
  const { clusterIPs = [], ipFamilies = [] } = spec;
  if (ipFamilies.length > 1 && ipFamilies[0] === ipFamilies[1]) {
    report("FW0108", `must be unique in the list: '${ipFamilies[1]}' stands twice`, "ipFamilies", 1);
  }
  clusterIPs.forEach((ip, i) => {
    const family = ipFamilies[i];
    if (family !== undefined && validIp(ip) && isIPv4(ip) !== (family === "IPv4")) {
      report("FW0644", `must be an ${family} address by \`ipFamilies\`, not '${ip}'`, "clusterIPs", i);
    }
  });
  if (spec.ipFamilyPolicy !== "SingleStack") return;
  for (const field of ["clusterIPs", "ipFamilies"] as const) {
    if ((spec[field]?.length ?? 0) > 1) {
      report("FW0644", "must have one item when `ipFamilyPolicy` is 'SingleStack'", field);
    }
  }
}

function warnOfHeadless(spec: ServiceSpec, report: Report): void {
  if (!isHeadless(spec)) return;
  const rule = "should not be set on a headless Service, where it has no effect";
  if (spec.externalIPs?.length) report("FW0646", rule, "externalIPs");
  if (spec.loadBalancerIP) report("FW0646", rule, "loadBalancerIP");
  if (spec.sessionAffinity === "ClientIP") report("FW0646", rule, "sessionAffinity");
}
