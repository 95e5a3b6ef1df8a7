import type { Filter } from "../../gen/envoy/config/listener/v3.ts";
import type { TcpProxy } from "../../gen/envoy/extensions/filters/network/tcp_proxy/v3.ts";
import { any } from "../any.ts";
import { blackHoleCluster } from "../names.ts";
import type { FilterSettings } from "./filter-settings.ts";

/** A cluster with its share of the connections. */
export interface WeightedCluster {
  readonly name: string;
  readonly weight: number;
}

/** What forwards connections. */
export interface TcpProxyOptions {
  readonly settings: FilterSettings;
  /** Name of its metrics. */
  readonly statPrefix: string;
  /** One cluster, or several that share the connections. */
  readonly cluster: string | readonly WeightedCluster[];
  /** Closes connections without traffic; default: the proxy's own setting. */
  readonly idleTimeout?: string | undefined;
  /** Closes connections after this time, with traffic or without. */
  readonly maxConnectionDuration?: string | undefined;
  /** Connections of one client address go to the same endpoint. */
  readonly hashesSourceIp?: boolean;
  /** Wraps connections into HTTP requests to what is behind the cluster. */
  readonly tunneling?: TcpProxy["tunnelingConfig"];
}

/** Forwards connections as bytes. */
export function tcpProxy(options: TcpProxyOptions): Filter {
  const { settings, statPrefix, cluster, maxConnectionDuration, hashesSourceIp, tunneling } = options;
  const { tcp: accessLog } = settings.accessLogs;
  const idleTimeout = options.idleTimeout ?? settings.idleTimeout;
  return {
    name: "envoy.filters.network.tcp_proxy",
    typedConfig: any("envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy", {
      statPrefix,
      ...(typeof cluster === "string" ? { cluster } : { weightedClusters: { clusters: cluster } }),
      ...(accessLog.length > 0 && { accessLog }),
      ...(idleTimeout && { idleTimeout }),
      ...(maxConnectionDuration && { maxDownstreamConnectionDuration: maxConnectionDuration }),
      ...(hashesSourceIp && { hashPolicy: [{ sourceIp: {} }] }),
      ...(tunneling && { tunnelingConfig: tunneling }),
    }),
  };
}

/** Ends connections that must not be here; they are neither logged nor waited for. */
export const blackHole: Filter = {
  name: "envoy.filters.network.tcp_proxy",
  typedConfig: any("envoy.extensions.filters.network.tcp_proxy.v3.TcpProxy", {
    statPrefix: blackHoleCluster,
    cluster: blackHoleCluster,
  }),
};
