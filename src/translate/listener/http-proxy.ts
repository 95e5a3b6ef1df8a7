import type { AddressFamilies } from "../../core/index.ts";
import type { OutboundScope } from "../../mesh/index.ts";
import { portOf } from "../node-port.ts";
import { loopback } from "./listener-address.ts";
import type { TableEntry } from "./listener-table.ts";

/** The listener by which workloads use the proxy as an HTTP proxy, if the mesh or the proxy asks for it. */
export function httpProxyEntry({ proxy, settings }: OutboundScope, families: AddressFamilies): TableEntry | undefined {
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
