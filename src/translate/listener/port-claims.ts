import { isHttp, type Protocol, wildcardAddresses } from "../../core/index.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { isTrue } from "../node-flag.ts";
import { portOf } from "../node-port.ts";
import type { EgressBinding } from "./egress-binding.ts";
import type { Binds } from "./listener-table.ts";

interface Port {
  readonly number: number;
  readonly protocol: Protocol;
}

/** Which ports a proxy cannot have listeners for. */
export interface PortClaims {
  /** Ports that it listens on itself. */
  readonly ownPorts: readonly number[];
  /** Its pod may not bind to ports below 1024. */
  readonly unprivileged: boolean;
  /** Any address, of the families that it has. */
  readonly everywhere: Binds;
}

/** What a view's proxies have claimed. */
export function portClaims({ proxy, settings }: OutboundScope): PortClaims {
  const { metadata, families } = proxy;
  const { proxyListenPort = 15001, proxyInboundListenPort = 15006 } = settings.config;
  const reported = [metadata["ENVOY_STATUS_PORT"], metadata["ENVOY_PROMETHEUS_PORT"]].map(portOf);
  return {
    ownPorts: [proxyListenPort, proxyInboundListenPort, ...reported.filter((port) => port !== undefined)],
    unprivileged: isTrue(metadata["UNPRIVILEGED_POD"]),
    everywhere: wildcardAddresses(families),
  };
}

/** Whether a proxy can have a listener for a port: not one of its own ports, nor one that its pod may not bind to. */
export function canListen(
  { ownPorts, unprivileged, everywhere }: PortClaims,
  binding: EgressBinding,
  { number, protocol }: Port,
): boolean {
  if (binding.bindsToPort && number > 0 && number < 1024 && unprivileged) return false;
  const open = binding.binds ? binding.binds[0] === everywhere[0] : isHttp(protocol);
  return !(open && number > 0 && ownPorts.includes(number));
}
