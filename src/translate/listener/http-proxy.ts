import type { AddressFamilies } from "../../core/index.ts";
import type { ProxyScope } from "../../mesh/index.ts";
import { loopback } from "./listener-address.ts";
import type { TableEntry } from "./listener-table.ts";

/** The listener by which workloads use the proxy as an HTTP proxy, if the mesh or the proxy asks for it. */
export function httpProxyEntry({ proxy, settings }: ProxyScope, families: AddressFamilies): TableEntry | undefined {
  const port = portOf(proxy.metadata["HTTP_PROXY_PORT"]) ?? settings.config.proxyHttpPort ?? 0;
  if (port === 0) return undefined;
  return {
    binds: loopback(families),
    port,
    bindsToPort: true,
    chains: [{ kind: "http", routes: "http_proxy", grpcWeb: false, detected: false, forwardProxy: true, sources: [] }],
    problems: [],
  };
}

/** Metadata is written by clients: what is no port counts as not there. */
function portOf(value: unknown): number | undefined {
  const port = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isInteger(port) && port >= 0 && port <= 65535 ? port : undefined;
}
