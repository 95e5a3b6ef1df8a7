import type { AddressFamilies } from "../../core/index.ts";
import type { HttpFilter } from "../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import { any } from "../any.ts";
import { dnsCache } from "../dns-cache.ts";

/** Looks up the hosts of requests before a cluster that needs their addresses is asked for one. */
export function lookUpHosts(host: string, families: AddressFamilies): HttpFilter {
  return {
    name: "envoy.filters.http.dynamic_forward_proxy",
    typedConfig: any("envoy.extensions.filters.http.dynamic_forward_proxy.v3.FilterConfig", {
      dnsCacheConfig: dnsCache(host, families),
    }),
  };
}
