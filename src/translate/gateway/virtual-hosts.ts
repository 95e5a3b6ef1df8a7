import type { GatewayServer, MeshVirtualService } from "../../mesh/index.ts";
import { isWildcard } from "../../mesh/index.ts";
import { hasRoutes } from "../route/http-routes.ts";
import type { RouteSource } from "../route/route-context.ts";
import type { View } from "../view.ts";
import { type RoutePart, routePart } from "./route-part.ts";

/** A virtual host of a gateway's route table. */
export interface GatewayVirtualHost {
  /** Its hosts, the first of which names it. */
  readonly hosts: readonly string[];
  /** The port that clients call. */
  readonly port: number;
  /** Plain requests are sent to HTTPS. */
  readonly redirects: boolean;
  /** In the order in which their routes are tried; empty: it only redirects. */
  readonly parts: readonly RoutePart[];
}

interface Draft {
  readonly port: number;
  redirects: boolean;
  /** By VirtualService and place; the Gateways through which it is reached. */
  readonly bindings: Map<string, Binding>;
}

interface Binding {
  readonly virtualService: MeshVirtualService;
  readonly port: number;
  readonly tls: boolean;
  readonly gateways: string[];
}

/**
 * The virtual hosts of servers that share a route table: of each host all VirtualServices that are bound to one of them,
 * each once. Hosts for which all is the same share one virtual host.
 */
export function gatewayVirtualHosts(view: View, servers: readonly GatewayServer[]): readonly GatewayVirtualHost[] {
  const source: RouteSource = { namespace: view.scope.proxy.namespace, labels: view.scope.labels };
  const drafts = new Map<string, Draft>();
  for (const server of servers) addServer(drafts, view, server, source);
  const retries = view.scope.settings.config.defaultHttpRetryPolicy;
  const partOf = ({ virtualService, ...place }: Binding) =>
    routePart(view, virtualService, { ...place, source, retries });
  return joinAlike(drafts, partOf);
}

function addServer(drafts: Map<string, Draft>, view: View, server: GatewayServer, source: RouteSource): void {
  const { gateway, port, terminatesHttps: tls } = server;
  const redirects = !tls && server.server.tls?.httpsRedirect === true;
  const draftOf = (host: string) => {
    const draft = drafts.get(host) ?? { port, redirects: false, bindings: new Map() };
    drafts.set(host, draft);
    draft.redirects ||= redirects;
    return draft;
  };
  for (const { virtualService, hosts } of view.scope.virtualServicesAt(server)) {
    if (!hasRoutes(virtualService, { port, gateways: [gateway], source, retries: undefined })) continue;
    for (const host of hosts) {
      const { bindings } = draftOf(host);
      const id = bindingId({ virtualService, port, tls });
      const binding = bindings.get(id) ?? { virtualService, port, tls, gateways: [] };
      bindings.set(id, binding);
      if (!binding.gateways.includes(gateway)) binding.gateways.push(gateway);
    }
  }
  if (redirects) for (const { host } of server.hosts) draftOf(host);
}

function bindingId({ virtualService, port, tls }: Omit<Binding, "gateways">): string {
  return `${virtualService.namespace}/${virtualService.name} ${port} ${tls}`;
}

function joinAlike(
  drafts: ReadonlyMap<string, Draft>,
  partOf: (binding: Binding) => RoutePart,
): readonly GatewayVirtualHost[] {
  const joined: (GatewayVirtualHost & { readonly hosts: string[] })[] = [];
  const ids = new Map<RoutePart, number>();
  const byContent = new Map<string, (typeof joined)[number]>();
  for (const [host, { port, redirects, bindings }] of [...drafts].sort(([a], [b]) => bySpecificity(a, b))) {
    const parts = [...bindings.values()].map(partOf);
    for (const part of parts) if (!ids.has(part)) ids.set(part, ids.size);
    const content = `${redirects} ${parts.map((part) => ids.get(part)).join(" ")}`;
    const alike = byContent.get(content);
    if (alike) {
      alike.hosts.push(host);
      continue;
    }
    const made = { hosts: [host], port, redirects, parts };
    byContent.set(content, made);
    joined.push(made);
  }
  return joined;
}

/** Exact hosts before wildcards, then the longer first, then by name. */
function bySpecificity(a: string, b: string): number {
  return Number(isWildcard(a)) - Number(isWildcard(b)) || b.length - a.length || (a < b ? -1 : 1);
}
