import type { AddressFamilies } from "../core/index.ts";
import type { DnsCacheConfig } from "../gen/envoy/extensions/common/dynamic_forward_proxy/v3.ts";

/** The cluster of hosts that no registry knows, which are looked up as requests come. */
export const anyHostCluster = "AllowAnyDynamicDNSCluster";

/**
 * The addresses that a cluster's hosts were resolved to. The filter before the cluster fills it, so both must be told the
 * same to the letter: `owner` is the service's host name, or `anyHostCluster`.
 */
export function dnsCache(owner: string, families: AddressFamilies): DnsCacheConfig {
  return { name: `${owner}_dfp_dns_cache`, dnsLookupFamily: lookupFamily(families) };
}

/** The families that names are resolved to: those that the proxy has itself. */
export function lookupFamily(families: AddressFamilies): NonNullable<DnsCacheConfig["dnsLookupFamily"]> {
  return families === "6" ? "V6_ONLY" : families === "46" ? "ALL" : "V4_ONLY";
}
