import type { VirtualHost } from "../../gen/envoy/config/route/v3.ts";
import type { OutboundPolicy } from "../../mesh/index.ts";
import { anyHostCluster } from "../dns-cache.ts";
import { outboundCluster, passthroughCluster } from "../names.ts";
import { anyRequest } from "./route-match.ts";

/** Where requests for hosts that nobody knows go: their cluster, or empty if they are refused. */
export function unknownHostsCluster(policy: OutboundPolicy): string {
  const proxy = "egressProxy" in policy ? policy.egressProxy : undefined;
  if (policy.mode === "ALLOW_ANY_DYNAMIC_DNS") return anyHostCluster;
  if (policy.mode !== "ALLOW_ANY") return "";
  return proxy ? outboundCluster(proxy.port?.number ?? 0, proxy.subset ?? "", proxy.host) : passthroughCluster;
}

/** The virtual host for what no other is for. */
export function catchAllHost(cluster: string, countsAttempts: boolean): VirtualHost {
  const name = cluster === "" ? "block_all" : cluster === anyHostCluster ? "allow_any_dynamic_dns" : "allow_any";
  const action =
    cluster === "" ? { directResponse: { status: 502 } } : { route: { cluster, timeout: "0s", maxGrpcTimeout: "0s" } };
  return {
    name,
    domains: ["*"],
    routes: [{ name, match: anyRequest, ...action }],
    ...(countsAttempts && { includeRequestAttemptCount: true }),
  };
}
