import { isHttp, type Protocol, wildcardAddresses } from "../../core/index.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { isTrue } from "../node-flag.ts";
import { portOf } from "../node-port.ts";
import type { EgressBinding } from "./egress-binding.ts";

interface Port {
  readonly number: number;
  readonly protocol: Protocol;
}

/** Whether a proxy can have a listener for a port: not one of its own ports, nor one that its pod may not bind to. */
export function canListen(
  { proxy, settings }: OutboundScope,
  binding: EgressBinding,
  { number, protocol }: Port,
): boolean {
  const { metadata, families } = proxy;
  if (binding.bindsToPort && number > 0 && number < 1024 && isTrue(metadata["UNPRIVILEGED_POD"])) return false;
  const [wildcard] = wildcardAddresses(families);
  const open = binding.binds ? binding.binds[0] === wildcard : isHttp(protocol);
  const { proxyListenPort = 15001, proxyInboundListenPort = 15006 } = settings.config;
  const own = [
    proxyListenPort,
    proxyInboundListenPort,
    portOf(metadata["ENVOY_STATUS_PORT"]),
    portOf(metadata["ENVOY_PROMETHEUS_PORT"]),
  ];
  return !(open && own.some((each) => each === number && number > 0));
}
