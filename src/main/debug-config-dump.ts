import { type ConnectedClient, type MessageDecoder, tableOfHost, xdsTypes } from "../deliver/index.ts";
import { type DebugResource, readResource } from "./debug-resource.ts";

/** What is dumped besides clusters, listeners, routes, secrets and extensions. */
export interface DumpOptions {
  readonly endpoints?: boolean;
}

const admin = "type.googleapis.com/envoy.admin.v3";

/**
 * What a proxy is to have, in the form of Envoy's own `/config_dump`, so that both can be compared: messages of
 * `envoy.admin.v3` in their JSON form.
 */
export function configDump(
  client: ConnectedClient,
  decoder: MessageDecoder,
  options: DumpOptions = {},
): readonly DebugResource[] {
  const versionInfo = client.versionName;
  const of = (type: string) =>
    Array.from(client.resources(type).values(), (each) => readResource(decoder, each)).sort(byName);
  return [
    {
      "@type": `${admin}.ClustersConfigDump`,
      versionInfo,
      dynamicActiveClusters: of(xdsTypes.cluster).map((cluster) => ({ versionInfo, cluster })),
    },
    {
      "@type": `${admin}.ListenersConfigDump`,
      versionInfo,
      dynamicListeners: of(xdsTypes.listener).map((listener) => ({
        name: listener["name"],
        activeState: { versionInfo, listener },
      })),
    },
    {
      "@type": `${admin}.RoutesConfigDump`,
      dynamicRouteConfigs: withHosts(of(xdsTypes.route), of(xdsTypes.virtualHost)).map((routeConfig) => ({
        versionInfo,
        routeConfig,
      })),
    },
    {
      "@type": `${admin}.SecretsConfigDump`,
      dynamicActiveSecrets: of(xdsTypes.secret).map((secret) => ({ name: secret["name"], versionInfo, secret })),
    },
    {
      "@type": `${admin}.EcdsConfigDump`,
      ecdsFilters: of(xdsTypes.extension).map((ecdsFilter) => ({ versionInfo, ecdsFilter })),
    },
    ...(options.endpoints
      ? [
          {
            "@type": `${admin}.EndpointsConfigDump`,
            dynamicEndpointConfigs: of(xdsTypes.endpoint).map((endpointConfig) => ({ versionInfo, endpointConfig })),
          },
        ]
      : []),
  ];
}

/** Tables with the hosts in them that the proxy is sent apart from them: so Envoy shows them too. */
function withHosts(tables: readonly DebugResource[], hosts: readonly DebugResource[]): readonly DebugResource[] {
  if (hosts.length === 0) return tables;
  const byTable = Map.groupBy(hosts, (host) => tableOfHost(nameOf(host)));
  return tables.map((table) => {
    const virtualHosts = byTable.get(nameOf(table))?.map(({ "@type": _, ...host }) => host);
    return virtualHosts ? { ...table, virtualHosts } : table;
  });
}

/** The endpoints of a proxy, as istiod's `/debug/edsz`. */
export function edsz(client: ConnectedClient, decoder: MessageDecoder): readonly object[] {
  const found = client.resources(xdsTypes.endpoint).values();
  return Array.from(found, (each) => readResource(decoder, each))
    .sort(byName)
    .map(({ "@type": _, ...assignment }) => assignment);
}

function byName(a: DebugResource, b: DebugResource): number {
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

function nameOf(resource: DebugResource): string {
  return String(resource["name"] ?? resource["clusterName"] ?? "");
}
