import { type MergedDestinationRule, trafficPolicyFor } from "../../mesh/index.ts";
import { protoDuration } from "../proto-duration.ts";
import type { TcpProxyOptions } from "./tcp-proxy.ts";

/** What a destination's rule says of connections to it. */
export type TcpPolicy = Pick<TcpProxyOptions, "idleTimeout" | "maxConnectionDuration" | "hashesSourceIp" | "tunneling">;

/** The part of a DestinationRule, for a port and a subset, that the filter before the cluster must know. */
export function tcpPolicy(rule: MergedDestinationRule | undefined, port: number, subset: string): TcpPolicy {
  if (!rule) return {};
  const { connectionPool, loadBalancer, tunnel } = trafficPolicyFor(rule, port, subset);
  const idleTimeout = protoDuration(connectionPool?.tcp?.idleTimeout);
  const maxConnectionDuration = protoDuration(connectionPool?.tcp?.maxConnectionDuration);
  return {
    ...(idleTimeout && { idleTimeout }),
    ...(maxConnectionDuration && { maxConnectionDuration }),
    ...(loadBalancer?.consistentHash?.useSourceIp && { hashesSourceIp: true }),
    ...(tunnel && { tunneling: tunneling(tunnel) }),
  };
}

interface Tunnel {
  readonly protocol?: string | undefined;
  readonly targetHost: string;
  readonly targetPort: number;
}

/** The destination is a forward proxy, and connections are for something behind it. */
function tunneling({ protocol, targetHost, targetPort }: Tunnel) {
  const host = targetHost.includes(":") ? `[${targetHost}]` : targetHost;
  return { hostname: `${host}:${targetPort}`, ...(protocol === "POST" && { usePost: true }) };
}
