import { applyMeshConfig, defaultMeshConfig, type MeshConfig, type Resource } from "../../../api/index.ts";
import { type Endpoint, nowhere, parseProxy, type Service, type ServicePort } from "../../../core/index.ts";
import type { FilterChain, Listener } from "../../../gen/envoy/config/listener/v3.ts";
import type { HttpConnectionManager } from "../../../gen/envoy/extensions/filters/network/http_connection_manager/v3.ts";
import type { TcpProxy } from "../../../gen/envoy/extensions/filters/network/tcp_proxy/v3.ts";
import { buildSnapshot, meshSettings, type ProxyScope } from "../../../mesh/index.ts";
import { registryOf, service } from "../../../mesh/testing/configs.ts";
import { partsOf } from "../../parts.ts";
import { type BuildFailure, buildAll, type Resource as Made, plansOf } from "../../translate.ts";
import { type View, viewOf } from "../../view.ts";

/** What surrounds the sidecar of a test. */
export interface Surroundings {
  readonly services?: readonly Service[];
  /** Addresses of pods by the host of their service. */
  readonly pods?: { readonly [hostname: string]: readonly string[] };
  /** The ports of services that lead to the workload. */
  readonly targets?: ProxyScope["targets"];
  readonly metadata?: object;
  readonly mesh?: MeshConfig;
  readonly ips?: readonly [string, ...string[]];
}

/** The view of a sidecar with the label `app: web` in `app`, of Istio's Envoy unless the metadata says otherwise. */
export function sidecarView(resources: readonly Resource[], around: Surroundings = {}): View {
  const { services = [], pods = {}, targets = [], metadata = {}, mesh = {}, ips = ["10.0.0.1"] } = around;
  const registry = {
    ...registryOf(...services),
    serviceTargets: () => targets,
    endpoints: ({ hostname }: Pick<Service, "hostname">) => {
      const ports = services.find((each) => each.hostname === hostname)?.ports ?? [];
      const addresses = pods[hostname] ?? [];
      return new Map([["east", ports.flatMap(({ name }) => addresses.map((address) => pod(address, name)))]]);
    },
  };
  const settings = meshSettings({ config: applyMeshConfig(defaultMeshConfig, mesh) });
  const proxy = parseProxy({
    id: `sidecar~${ips[0]}~web-1.app~app.svc.cluster.local`,
    metadata: {
      ISTIO_VERSION: "1.31.0",
      INSTANCE_IPS: ips.join(","),
      LABELS: { app: "web" },
      CLUSTER_ID: "east",
      ...metadata,
    },
  });
  return viewOf(buildSnapshot({ settings, registry, resources, now: 0 }), proxy);
}

function pod(address: string, portName: string): Endpoint {
  const empty = { serviceAccount: "", network: "", workload: "", namespace: "", node: "", hostname: "" };
  const place = { ...empty, locality: nowhere, cluster: "east", labels: {}, portName };
  return { ...place, addresses: address.split(","), port: 1, weight: 0, mutualTls: false, health: "healthy" };
}

/** A service with one port: `serving("app/db", 5432, "tcp", { addresses: ["10.9.0.1"] })`. */
export function serving(
  id: string,
  number: number,
  protocol: ServicePort["protocol"],
  fields: Partial<Service> = {},
): Service {
  return service(id, { ports: [{ number, name: protocol, protocol, targetPort: number }], ...fields });
}

/** An entry of a ServiceEntry: as `serving`, with the host as its name. */
export function entry(
  host: string,
  number: number,
  protocol: ServicePort["protocol"],
  fields: Partial<Service> = {},
): Service {
  return serving(`app/${host}`, number, protocol, {
    hostname: host,
    registry: "External",
    external: true,
    resolution: "dns",
    ...fields,
  });
}

/** The outbound listeners that a sidecar is sent, by name. A builder that fails fails the test. */
export function outboundListeners(view: View): ReadonlyMap<string, Made<Listener>> {
  const failures: BuildFailure[] = [];
  const made = buildAll(plansOf(partsOf.listeners(view).slice(0, 1), []), failures);
  if (failures[0]) throw failures[0].error;
  return new Map(made.map((each) => [each.name, each]));
}

/** What a listener does with connections, a line for each chain: `sni a.com 10.0.0.0/8 -> outbound|443||a.com`. */
export function chainsOf(listener: Made<Listener> | undefined): readonly string[] {
  const { filterChains = [], defaultFilterChain } = listener?.message ?? {};
  return [...filterChains.map(describe), ...(defaultFilterChain ? [`else ${describe(defaultFilterChain)}`] : [])];
}

function describe({ filterChainMatch: match = {}, filters = [] }: FilterChain): string {
  const { serverNames = [], prefixRanges = [], applicationProtocols = [], destinationPort } = match;
  const conditions = [
    ...(applicationProtocols.length > 0 ? [applicationProtocols.join(",")] : []),
    ...(serverNames.length > 0 ? [`sni ${serverNames.join(",")}`] : []),
    ...prefixRanges.map(({ addressPrefix, prefixLen }) => `${addressPrefix}/${prefixLen}`),
    ...(destinationPort ? [`port ${destinationPort}`] : []),
  ];
  return [...conditions, "->", targetOf(filters.at(-1)?.typedConfig as (TcpProxy & HttpConnectionManager) | undefined)]
    .join(" ")
    .trim();
}

function targetOf(config: (TcpProxy & HttpConnectionManager) | undefined): string {
  if (config?.rds) return `routes ${config.rds.routeConfigName}`;
  const weighted = config?.weightedClusters?.clusters ?? [];
  return weighted.length > 0
    ? weighted.map(({ name, weight }) => `${weight}:${name}`).join(" ")
    : (config?.cluster ?? "?");
}
