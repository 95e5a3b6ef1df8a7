import type { ResourceKey } from "../../api/index.ts";
import type { FilterChain, FilterChainMatch } from "../../gen/envoy/config/listener/v3.ts";
import { cidrRange } from "../cidr-range.ts";
import { allPhases, networkExtensions } from "../filter/extension-filters.ts";
import { httpConnectionManager } from "../filter/http-connections.ts";
import { lookUpHosts } from "../filter/look-up-hosts.ts";
import { type Forwarding, forwardingFilters } from "./forwarding.ts";
import { plainHttp } from "./listener-filters.ts";
import type { OutboundSettings } from "./outbound-settings.ts";

/** Requests of a listener: all of them go through one route table. */
export interface HttpChain {
  readonly kind: "http";
  /** Name of the route table. */
  readonly routes: string;
  readonly grpcWeb: boolean;
  /** Only what looks like plain HTTP; else everything. */
  readonly detected: boolean;
  /** For a workload that calls the proxy by its address and asks for whole URLs. */
  readonly forwardProxy?: boolean;
  readonly sources: readonly ResourceKey[];
}

/** Connections of a listener that are forwarded as bytes. */
export interface TcpChain {
  readonly kind: "tcp";
  /** Names that the connection may ask for by SNI; empty: any, or none. */
  readonly serverNames: readonly string[];
  /** Addresses and ranges that the connection may be for; empty: any. */
  readonly subnets: readonly string[];
  readonly forwarding: Forwarding;
  /** Path of the object that the chain is made from, for tools. */
  readonly config?: string;
  readonly sources: readonly ResourceKey[];
}

export type OutboundChain = HttpChain | TcpChain;

/** Ends handshakes that a client drags out. */
export const connectTimeout = "15s";

/** Whether a chain takes whatever comes. */
export function takesAll(chain: OutboundChain): boolean {
  return chain.kind === "http" ? !chain.detected : chain.serverNames.length + chain.subnets.length === 0;
}

/** The listener that a chain is for. */
export interface ChainListener {
  readonly name: string;
  readonly port: number;
}

/** The filter chain. */
export function filterChain(chain: OutboundChain, settings: OutboundSettings, listener: ChainListener): FilterChain {
  const match = matchOf(chain);
  const config = chain.kind === "tcp" ? chain.config : undefined;
  return {
    ...(match && { filterChainMatch: match }),
    filters:
      chain.kind === "http"
        ? requests(chain, settings, listener)
        : forwardingFilters(chain.forwarding, { ...settings, port: listener.port }),
    ...(config && { metadata: { filterMetadata: { istio: { config } } } }),
    transportSocketConnectTimeout: connectTimeout,
  };
}

function matchOf(chain: OutboundChain): FilterChainMatch | undefined {
  if (takesAll(chain)) return undefined;
  if (chain.kind === "http") return { applicationProtocols: plainHttp, transportProtocol: "raw_buffer" };
  const { serverNames, subnets } = chain;
  return {
    ...(serverNames.length > 0 && { serverNames: [...serverNames].sort() }),
    ...(subnets.length > 0 && { prefixRanges: [...subnets].sort().flatMap((text) => cidrRange(text) ?? []) }),
  };
}

function requests(chain: HttpChain, { filters, looksUp, families }: OutboundSettings, { name, port }: ChainListener) {
  const manager = httpConnectionManager({
    settings: filters,
    port,
    statPrefix: `outbound_${name}`,
    routes: chain.routes,
    grpcWeb: chain.grpcWeb,
    ...(chain.forwardProxy && { takesWholeUrls: true }),
    ...(looksUp && { beforeRouter: [lookUpHosts(looksUp, families)] }),
  });
  return [...allPhases(networkExtensions(filters.extensions, port)), manager];
}
