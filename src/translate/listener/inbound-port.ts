import type { IngressListener } from "../../api/index.ts";
import { isHttp, type Protocol, parseProtocol, type Service, type ServicePort } from "../../core/index.ts";
import { type MtlsMode, modeOfPort, type ProxyScope, type SidecarScope } from "../../mesh/index.ts";
import { isTrue } from "../node-flag.ts";
import type { PortContent } from "./inbound-chain-shapes.ts";

/** A port of the workload that connections are taken on. */
export interface InboundPort {
  /** The workload's port; 0 stands for all that no other names. */
  readonly port: number;
  /** The address in the names of what serves the port. */
  readonly bind: string;
  /** The listener has the port itself, instead of traffic being redirected to it. */
  readonly bound: boolean;
  readonly protocol: Protocol;
  readonly mode: MtlsMode;
  /** What the port is called in traces: a service's host, or the name of the Sidecar that defines it. */
  readonly host: string;
  /** The port that clients call. */
  readonly calledPort: number;
  /** The service that leads to it; absent if a Sidecar defines it. */
  readonly target?: { readonly service: Service; readonly port: ServicePort };
  /** The Sidecar's definition of it. */
  readonly ingress?: IngressListener;
}

/** What is spoken on a port, as far as filter chains differ by it. */
export function contentOf(protocol: Protocol): PortContent {
  return isHttp(protocol) ? "http" : protocol === "auto" ? "auto" : "tcp";
}

/** Whether traffic to the workload is not redirected, so that only ports that a Sidecar binds are served. */
export function isBoundMode({ proxy }: ProxyScope): boolean {
  return proxy.metadata["INTERCEPTION_MODE"] === "NONE";
}

/** The ports of a workload, by number: those that its Sidecar defines, or else those that its services lead to. */
export function inboundPorts(scope: ProxyScope, wildcard: string): readonly InboundPort[] {
  const { sidecar } = scope;
  const ports = sidecar.ingress
    ? ingressPorts(scope, wildcard)
    : isBoundMode(scope)
      ? []
      : servicePorts(scope, wildcard);
  const first = new Map<number, InboundPort>();
  for (const each of ports) if (isPortNumber(each.port) && !first.has(each.port)) first.set(each.port, each);
  return [...first.values()].sort((a, b) => a.port - b.port);
}

/** Any other number would make Envoy refuse the whole listener. */
export function isPortNumber(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port <= 65535;
}

function servicePorts({ targets, policies }: ProxyScope, bind: string): readonly InboundPort[] {
  return targets.map(({ service, port, targetPort }) => ({
    port: targetPort,
    bind,
    bound: false,
    protocol: port.protocol,
    mode: modeOfPort(policies.mtls, targetPort),
    host: service.hostname,
    calledPort: port.number,
    target: { service, port },
  }));
}

function ingressPorts(scope: ProxyScope, wildcard: string): readonly InboundPort[] {
  const { sidecar, policies, proxy, ownAddress = wildcard } = scope;
  const unprivileged = isTrue(proxy.metadata["UNPRIVILEGED_POD"]);
  return (sidecar.ingress ?? []).flatMap((ingress): InboundPort[] => {
    const { number: port = 0, protocol = "" } = ingress.port;
    const bound = isBound(ingress, scope);
    if (bound && unprivileged && port < 1024) return [];
    return [
      {
        port,
        bind: ingress.bind || ownAddress,
        bound,
        protocol: parseProtocol(protocol) ?? "auto",
        mode: modeOfPort(policies.mtls, port),
        host: nameOf(sidecar),
        calledPort: port,
        ingress,
      },
    ];
  });
}

function isBound({ captureMode = "DEFAULT" }: IngressListener, scope: ProxyScope): boolean {
  return captureMode === "DEFAULT" ? isBoundMode(scope) : captureMode === "NONE";
}

function nameOf({ sidecar }: SidecarScope): string {
  return sidecar ? `${sidecar.name}.${sidecar.namespace}` : "";
}
