import type { ConnectionPoolSettings } from "../../api/index.ts";
import { parseDuration } from "../../base/duration.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { protoDuration } from "../proto-duration.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";

type ConnectionOptions = Pick<
  Cluster,
  "connectTimeout" | "upstreamConnectionOptions" | "perConnectionBufferLimitBytes"
>;

/** How connections are made and kept, by the pool's settings or else the mesh's. */
export function connectionOptions(
  pool: ConnectionPoolSettings | undefined,
  { connectTimeout, keepalive, bufferLimit }: ClusterEnvironment,
): ConnectionOptions {
  const asked = pool?.tcp?.tcpKeepalive ?? keepalive;
  return {
    connectTimeout: protoDuration(pool?.tcp?.connectTimeout) ?? connectTimeout,
    ...(asked && {
      upstreamConnectionOptions: {
        tcpKeepalive: {
          ...(asked.probes ? { keepaliveProbes: asked.probes } : {}),
          ...(asked.time !== undefined && { keepaliveTime: wholeSeconds(asked.time) }),
          ...(asked.interval !== undefined && { keepaliveInterval: wholeSeconds(asked.interval) }),
        },
      },
    }),
    ...(bufferLimit !== undefined && { perConnectionBufferLimitBytes: bufferLimit }),
  };
}

/** The system counts in seconds, and 0 would be no time at all. */
function wholeSeconds(duration: string): number {
  return Math.max(1, Math.floor((parseDuration(duration) ?? 0) / 1000));
}
