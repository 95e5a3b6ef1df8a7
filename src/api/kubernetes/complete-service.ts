import { isObject } from "../../base/json.ts";
import { validIp } from "../checks/address.ts";
import type { Resource } from "../resource.ts";
import { isExternallyReachable, isHeadless } from "./check-service-spec.ts";
import type { ServicePort, ServiceSpec } from "./service-fields.ts";

/** Seconds for which affinity by client address lasts unless the Service says otherwise: three hours. */
const defaultAffinitySeconds = 10_800;

/** Fills in those defaults of a Service that depend on its other fields. */
export function completeService(resource: Resource): Resource {
  if (!isObject(resource.spec)) return resource;
  return { ...resource, spec: completeSpec(resource.spec) };
}

function completeSpec(spec: ServiceSpec): ServiceSpec {
  const { sessionAffinityConfig, ...kept } = spec;
  const open = spec.type !== "ExternalName";
  return {
    ...kept,
    ...(Array.isArray(spec.ports) && { ports: spec.ports.map(completePort) }),
    ...(spec.sessionAffinity === "ClientIP" && { sessionAffinityConfig: completeAffinity(sessionAffinityConfig) }),
    ...(open && { internalTrafficPolicy: spec.internalTrafficPolicy ?? "Cluster" }),
    ...(isExternallyReachable(spec) && { externalTrafficPolicy: spec.externalTrafficPolicy ?? "Cluster" }),
    ...(spec.type === "LoadBalancer" && {
      allocateLoadBalancerNodePorts: spec.allocateLoadBalancerNodePorts ?? true,
    }),
    ...(open && isAddress(spec.clusterIP) && !spec.clusterIPs?.length && { clusterIPs: [spec.clusterIP] }),
    ...(open && isPlainlySingleStack(spec) && { ipFamilyPolicy: "SingleStack" }),
  };
}

/** Nothing is taken from a bad value: one mistake of the user's is to be told once. */
function completePort(port: ServicePort): ServicePort {
  if (!isObject(port) || port.targetPort || !(port.port >= 1 && port.port <= 65535)) return port;
  return { ...port, targetPort: port.port };
}

function isAddress(clusterIp: string | undefined): clusterIp is string {
  return clusterIp === "None" || (typeof clusterIp === "string" && validIp(clusterIp));
}

function completeAffinity(config: ServiceSpec["sessionAffinityConfig"]): ServiceSpec["sessionAffinityConfig"] {
  if (config !== undefined && !isObject(config)) return config;
  if (config?.clientIP !== undefined && !isObject(config.clientIP)) return config;
  if (config?.clientIP?.timeoutSeconds !== undefined) return config;
  return { ...config, clientIP: { ...config?.clientIP, timeoutSeconds: defaultAffinitySeconds } };
}

/** Not where two families are named, nor for a headless Service without pods, whose endpoints may be of both. */
function isPlainlySingleStack(spec: ServiceSpec): boolean {
  if (spec.ipFamilyPolicy !== undefined) return false;
  if ((spec.ipFamilies?.length ?? 0) > 1 || (spec.clusterIPs?.length ?? 0) > 1) return false;
  return !isHeadless(spec) || Object.keys(spec.selector ?? {}).length > 0;
}
