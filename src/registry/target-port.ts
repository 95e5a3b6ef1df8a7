import { getOwn } from "../base/json.ts";
import type { Service, ServicePort, Workload } from "../core/index.ts";

type Ports = Workload["ports"];

/**
 * The workload's port behind a port of a service; undefined if the service names one that the workload does not have.
 * Entries may give the number for the service port's own name; pods' port names count only if the service refers to them.
 */
export function targetPortOf(
  port: ServicePort,
  workload: { readonly ports: Ports; readonly isEntry: boolean },
): number | undefined {
  const given = workload.isEntry ? getOwn(workload.ports, port.name) : undefined;
  if (given !== undefined) return given;
  if (typeof port.targetPort === "string") return getOwn(workload.ports, port.targetPort);
  return port.targetPort || port.number;
}

/** Whether proxies forward to a port at all. */
export function isForwarded(port: ServicePort): boolean {
  return port.protocol !== "udp";
}

/** A service's port by its number. */
export function portOf(service: Service, number: number): ServicePort | undefined {
  return service.ports.find((port) => port.number === number);
}
