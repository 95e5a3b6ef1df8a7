import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { SocketPlace } from "./call.ts";
import type { UpstreamCall } from "./upstream-call.ts";

/** Whether a cluster's endpoint is where the call was going. */
export function isOriginalDestination({ type }: Cluster): boolean {
  return type === "ORIGINAL_DST";
}

/** Where a call goes through such a cluster: its own destination, one that a header names, or another port there. */
export function originalDestination({ originalDstLbConfig = {} }: Cluster, call: UpstreamCall): SocketPlace {
  const { useHttpHeader, httpHeaderName = "x-envoy-original-dst-host", upstreamPortOverride } = originalDstLbConfig;
  const named = useHttpHeader ? call.headers.get(httpHeaderName) : undefined;
  const [, address, port] = /^\[?(.*?)\]?:(\d+)$/.exec(named ?? "") ?? [];
  const place = address === undefined ? call.destination : { address, port: Number(port) };
  return upstreamPortOverride ? { ...place, port: upstreamPortOverride } : place;
}
