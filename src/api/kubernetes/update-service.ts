import { isObject, jsonEqual } from "../../base/json.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { isExternallyReachable } from "./check-service-spec.ts";
import type { ServicePort, ServiceSpec } from "./service-fields.ts";
import type { ServiceStatus } from "./service-status.ts";

/**
 * What an update of a Service keeps of the old one: allocated addresses and ports it does not name. What no longer goes
 * with the Service's type, and was only sent along, goes.
 */
export function carryOverService(resource: Resource, old: Resource): Resource {
  if (!isObject(resource.spec) || !isObject(old.spec)) return resource;
  const before: ServiceSpec = old.spec;
  return { ...resource, spec: dropUnfit(keepAllocated(resource.spec, before), before) };
}

function keepAllocated(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  if (spec.type === "ExternalName" || before.type === "ExternalName") return spec;
  const sameAddress = !spec.clusterIP || spec.clusterIP === before.clusterIP;
  return {
    ...spec,
    ...(sameAddress && {
      clusterIP: before.clusterIP,
      clusterIPs: spec.clusterIPs?.length ? spec.clusterIPs : before.clusterIPs,
      ipFamilies: spec.ipFamilies ?? before.ipFamilies,
      ipFamilyPolicy: spec.ipFamilyPolicy ?? before.ipFamilyPolicy,
    }),
    ...(hasNodePorts(spec) && Array.isArray(spec.ports) && { ports: keepNodePorts(spec.ports, before.ports ?? []) }),
    ...(needsHealthPort(spec) && { healthCheckNodePort: spec.healthCheckNodePort || before.healthCheckNodePort }),
  };
}

function keepNodePorts(ports: readonly ServicePort[], before: readonly ServicePort[]): readonly ServicePort[] {
  return ports.map((port) => {
    if (!isObject(port) || port.nodePort) return port;
    const same = before.find((b) => b.port === port.port && b.protocol === (port.protocol ?? "TCP"));
    return same?.nodePort ? { ...port, nodePort: same.nodePort } : port;
  });
}

function dropUnfit(spec: ServiceSpec, before: ServiceSpec): ServiceSpec {
  const unfit: (keyof ServiceSpec)[] = [];
  if (spec.type === "ExternalName") {
    unfit.push("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy");
  }
  if (spec.type !== "LoadBalancer") unfit.push("allocateLoadBalancerNodePorts", "loadBalancerClass");
  if (!isExternallyReachable(spec)) unfit.push("externalTrafficPolicy");
  if (!needsHealthPort(spec)) unfit.push("healthCheckNodePort");
  const fields: [string, unknown][] = Object.entries(spec).filter(
    ([name, value]) => !unfit.some((u) => u === name) || !jsonEqual(value, before[name as keyof ServiceSpec]),
  );
  const kept: ServiceSpec = Object.fromEntries(fields);
  return hasNodePorts(spec) || !Array.isArray(kept.ports)
    ? kept
    : { ...kept, ports: dropNodePorts(kept.ports, before) };
}

function dropNodePorts(ports: readonly ServicePort[], before: ServiceSpec): readonly ServicePort[] {
  return ports.map((port) => {
    if (!isObject(port)) return port;
    const { nodePort, ...rest } = port;
    return nodePort && before.ports?.some((b) => b.nodePort === nodePort) ? rest : port;
  });
}

function hasNodePorts(spec: ServiceSpec): boolean {
  return spec.type === "NodePort" || spec.type === "LoadBalancer";
}

function needsHealthPort(spec: ServiceSpec): boolean {
  return spec.type === "LoadBalancer" && spec.externalTrafficPolicy === "Local";
}

interface HasSpec {
  readonly spec: ServiceSpec;
  readonly status?: ServiceStatus | undefined;
}

/** What of a Service cannot change. */
export function checkServiceUpdate(service: HasSpec, old: HasSpec, report: Report): void {
  const { spec } = service;
  const before = old.spec;
  const balancers = service.status?.loadBalancer?.ingress ?? [];
  if (spec.type !== "LoadBalancer" && balancers.length > 0 && !jsonEqual(service.status, old.status)) {
    report("FW0640", "must be empty but with the type 'LoadBalancer'", "status", "loadBalancer", "ingress");
  }
  if (spec.type === "LoadBalancer" && before.type === "LoadBalancer") {
    if (spec.loadBalancerClass !== before.loadBalancerClass) {
      report("FW0116", "must not change while the type is 'LoadBalancer'", "spec", "loadBalancerClass");
    }
  }
  if (spec.type === "ExternalName" || before.type === "ExternalName") return;
  if (before.clusterIP && spec.clusterIP !== before.clusterIP) {
    report("FW0116", `must stay '${before.clusterIP}'`, "spec", "clusterIPs", 0);
  }
  const family = before.ipFamilies?.[0];
  if (family !== undefined && spec.ipFamilies?.[0] !== family) {
    report("FW0116", `must stay '${family}'`, "spec", "ipFamilies", 0);
  }
}
