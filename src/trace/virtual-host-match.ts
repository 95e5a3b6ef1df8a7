import type { RouteConfiguration, VirtualHost } from "../gen/envoy/config/route/v3.ts";

export interface VirtualHostMatch {
  readonly virtualHost: VirtualHost;
  /** The domain by which it was found. */
  readonly domain: string;
}

/**
 * The virtual host of a `Host` header: by exact domain, then the longest `*.suffix`, then the longest `prefix.*`, then
 * `*`. Domains and hosts compare without regard to case; a wildcard must stand for at least one character.
 */
export function matchVirtualHost(table: RouteConfiguration, hostHeader: string): VirtualHostMatch | undefined {
  const host = (table.ignorePortInHostMatching ? withoutPort(hostHeader) : hostHeader).toLowerCase();
  let best: (VirtualHostMatch & { readonly rank: number }) | undefined;
  for (const virtualHost of table.virtualHosts ?? []) {
    for (const domain of virtualHost.domains ?? []) {
      const rank = rankOf(domain.toLowerCase(), host);
      if (rank > (best?.rank ?? 0)) best = { virtualHost, domain, rank };
    }
  }
  return best && { virtualHost: best.virtualHost, domain: best.domain };
}

/** Longer than any host name, so that kinds of match do not mix. */
const tier = 1_000_000;

/** 0: does not match; else the higher the better. */
function rankOf(domain: string, host: string): number {
  if (domain === host) return 4 * tier;
  if (domain === "*") return 1;
  const rest = domain.length - 1;
  if (rest >= host.length) return 0;
  if (domain.startsWith("*")) return host.endsWith(domain.slice(1)) ? 2 * tier + rest : 0;
  if (domain.endsWith("*")) return host.startsWith(domain.slice(0, -1)) ? tier + rest : 0;
  return 0;
}

/** `example.com:80` → `example.com`, `[::1]:80` → `[::1]`. */
export function withoutPort(host: string): string {
  return host.replace(/(?<=^\[[^\]]*\]|^[^:]*):\d+$/, "");
}
