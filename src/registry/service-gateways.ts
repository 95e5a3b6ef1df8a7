import type { KubernetesService, MeshNetworks } from "../api/index.ts";
import { getOwn, isObject } from "../base/json.ts";
import type { NetworkGateway } from "./network-gateway.ts";
import type { OriginContext } from "./origin.ts";
import { wellKnown } from "./well-known.ts";

/** Port on which gateways take traffic from other networks unless something else is said. */
const defaultGatewayPort = 15443;

/** Gateways whose addresses the configuration itself gives. */
export function configuredGateways(networks: MeshNetworks): readonly NetworkGateway[] {
  return Object.entries(networks.networks ?? {}).flatMap(([network, { gateways = [] }]) =>
    gateways.flatMap(({ address, port = 0 }) => (address ? [{ network, cluster: "", address, port }] : [])),
  );
}

/** The gateways that a Service is: by its label, and by its host name in the configuration. */
export function serviceGateways(
  service: KubernetesService,
  hostname: string,
  context: OriginContext,
): readonly NetworkGateway[] {
  const { clusterId: cluster, networks } = context.settings;
  const labels = service.metadata.labels ?? {};
  const wanted: { network: string; port: number }[] = [];
  const network = getOwn(labels, wellKnown.network);
  if (network) wanted.push({ network, port: Number(labels[wellKnown.gatewayPort]) || defaultGatewayPort });
  for (const [name, { gateways = [] }] of Object.entries(networks.networks ?? {})) {
    for (const { registryServiceName, port = 0 } of gateways) {
      if (registryServiceName === hostname) wanted.push({ network: name, port });
    }
  }
  return wanted.flatMap(({ network, port }) =>
    externalAddresses(service, port, context).map((reached) => ({ network, cluster, ...reached })),
  );
}

/** Where clients outside of the cluster reach a port of a Service. */
function externalAddresses(
  { metadata, spec, status }: KubernetesService,
  port: number,
  context: OriginContext,
): readonly { readonly address: string; readonly port: number }[] {
  const nodeSelector = metadata.annotations?.[wellKnown.nodeSelector];
  if (spec.type === "NodePort" && nodeSelector !== undefined) {
    const nodePort = spec.ports?.find((p) => p.port === port)?.nodePort;
    if (!nodePort) return [];
    const nodes = context.nodes(parseLabels(nodeSelector));
    return nodes.flatMap(({ external }) => external.map((address) => ({ address, port: nodePort })));
  }
  const balancers = spec.type === "LoadBalancer" ? (status?.loadBalancer?.ingress ?? []) : [];
  const addresses = [...balancers.map(({ ip, hostname }) => ip || hostname || ""), ...(spec.externalIPs ?? [])];
  return [...new Set(addresses)].filter((address) => address !== "").map((address) => ({ address, port }));
}

function parseLabels(text: string): { readonly [key: string]: string } {
  const labels: unknown = JSON.parse(text || "{}");
  if (!isObject(labels) || !Object.values(labels).every((value) => typeof value === "string")) {
    throw new TypeError(`has an annotation ${wellKnown.nodeSelector} that is not a map of labels`);
  }
  return labels as { readonly [key: string]: string };
}
