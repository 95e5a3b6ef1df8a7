import type { ResourceKey } from "../../api/index.ts";
import type { Listener } from "../../gen/envoy/config/listener/v3.ts";
import { any } from "../any.ts";
import { fault } from "../filter/http-filters.ts";
import { outboundCluster } from "../names.ts";
import type { Built } from "../plan.ts";
import { router } from "./router.ts";

/** All that a client's listener depends on. */
export interface ClientListenerKey {
  /** The name that the client asked for. */
  readonly name: string;
  /** Full name of the service. */
  readonly hostname: string;
  readonly port: number;
  readonly origin: ResourceKey;
}

/** What a client is told of a name that it calls: where to find its routes. */
export function buildClientListener({ name, hostname, port, origin }: ClientListenerKey): Built<Listener> {
  const manager = any("envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager", {
    rds: {
      configSource: { ads: {}, resourceApiVersion: "V3" },
      routeConfigName: outboundCluster(port, "", hostname),
    },
    httpFilters: [fault, router],
  });
  return { message: { name, apiListener: { apiListener: manager } }, sources: [origin] };
}
