import type { Service, ServicePort } from "../../core/index.ts";
import type { EgressScope, ProxyScope } from "../../mesh/index.ts";
import type { TargetName } from "./listener-name.ts";

/** A port of a service that a client calls, and through which of its scope's listeners it sees it. */
export interface Target {
  readonly service: Service;
  readonly port: ServicePort;
  readonly egress: EgressScope;
}

/** The port of URLs that name none. */
const defaultPort = 80;

/** What a client means by a name; short names are completed as its DNS would. Undefined if it sees no such service. */
export function findTarget(scope: ProxyScope, { host, port }: TargetName): Target | undefined {
  for (const hostname of fullNames(scope, host)) {
    const target = targetAt(scope, hostname, port);
    if (target) return target;
  }
  return undefined;
}

/** The target of a full host name. */
export function targetAt({ sidecar }: ProxyScope, hostname: string, number: number | undefined): Target | undefined {
  for (const egress of sidecar.egress) {
    const service = egress.service(hostname);
    const port = service && portOf(service, number);
    if (service && port) return { service, port, egress };
  }
  return undefined;
}

/** The ports of a service that can be called by gRPC at all. */
export function callablePorts({ ports }: Service): readonly ServicePort[] {
  return ports.filter(({ protocol }) => protocol !== "udp");
}

function portOf(service: Service, number: number | undefined): ServicePort | undefined {
  const ports = callablePorts(service);
  if (number === undefined && ports.length === 1) return ports[0];
  return ports.find((each) => each.number === (number ?? defaultPort));
}

/** `echo`, `echo.app` and `echo.app.svc` may all stand for `echo.app.svc.cluster.local`. */
function fullNames({ proxy, settings }: ProxyScope, host: string): readonly string[] {
  const name = host.toLowerCase().replace(/\.$/, "");
  const suffix = settings.domainSuffix;
  if (!name.includes(".")) return [name, `${name}.${proxy.namespace}.svc.${suffix}`];
  return [name, `${name}.svc.${suffix}`, `${name}.${suffix}`];
}
