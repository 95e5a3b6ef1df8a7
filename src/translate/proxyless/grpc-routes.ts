import type { ResourceKey } from "../../api/index.ts";
import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import { distinctSources } from "../distinct-sources.ts";
import { outboundCluster } from "../names.ts";
import type { Built } from "../plan.ts";
import { buildVirtualHost } from "../route/build-virtual-host.ts";
import type { VirtualHostKey } from "../route/virtual-host-key.ts";
import { grpcRoute } from "./grpc-route.ts";

/** All that the routes of a client's listener depend on. */
export interface GrpcRoutesKey {
  readonly name: string;
  /** Undefined: there is no such service. */
  readonly host: VirtualHostKey | undefined;
  /** The Sidecar that says what is seen; undefined if none does. */
  readonly sidecar: ResourceKey | undefined;
}

/** The routes of one port of one service. Whatever name the client called it by, they are for all of its requests. */
export function buildGrpcRoutes({ name, host, sidecar }: GrpcRoutesKey): Built<RouteConfiguration> {
  const seen = sidecar ? [sidecar] : [];
  if (!host) return { message: { name }, sources: seen };
  const { message, sources, problems } = buildVirtualHost(host);
  const own = outboundCluster(host.port, "", host.service?.hostname ?? host.host);
  const routes = (message.routes ?? []).flatMap((route) => grpcRoute(route, own));
  return {
    message: { name, virtualHosts: [{ name: host.name, domains: ["*"], routes }] },
    sources: distinctSources([...seen, ...sources]),
    ...(problems && { problems }),
  };
}
