import {
  applyMeshConfig,
  defaultMeshConfig,
  type IstioGateway,
  type MeshConfig,
  type Resource,
  type VirtualService,
} from "../../../api/index.ts";
import { parseProxy, type Service } from "../../../core/index.ts";
import type { Listener } from "../../../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../../../gen/envoy/config/route/v3.ts";
import { buildSnapshot, meshSettings, type ProxyScope } from "../../../mesh/index.ts";
import { config, registryOf, service } from "../../../mesh/testing/configs.ts";
import { routeNames } from "../../references.ts";
import { type BuildFailure, buildAll, type Resource as Made } from "../../translate.ts";
import { type View, viewOf } from "../../view.ts";
import { planGatewayListeners } from "../gateway-listeners.ts";
import { planGatewayRoutes } from "../gateway-routes.ts";

/** What surrounds the gateway of a test. */
export interface Surroundings {
  readonly services?: readonly Service[];
  /** The ports of services that lead to the gateway. */
  readonly targets?: ProxyScope["targets"];
  readonly metadata?: object;
  readonly mesh?: MeshConfig;
  readonly ip?: string;
}

/** The view of a gateway with the label `istio: ingressgateway` in `istio-system`. */
export function gatewayView(resources: readonly Resource[], around: Surroundings = {}): View {
  const registry = { ...registryOf(...(around.services ?? [])), serviceTargets: () => around.targets ?? [] };
  const settings = meshSettings({ config: applyMeshConfig(defaultMeshConfig, around.mesh ?? {}) });
  const proxy = parseProxy({
    id: `router~${around.ip ?? "10.0.0.1"}~gw-1.istio-system~istio-system.svc.cluster.local`,
    metadata: { ISTIO_VERSION: "1.31.0", LABELS: { istio: "ingressgateway" }, ...around.metadata },
  });
  return viewOf(buildSnapshot({ settings, registry, resources, now: 0 }), proxy);
}

/** What a gateway is sent, by name. */
export interface Sent {
  readonly listeners: ReadonlyMap<string, Made<Listener>>;
  readonly routes: ReadonlyMap<string, Made<RouteConfiguration>>;
}

/** All that a gateway is sent. A builder that fails fails the test. */
export function sentTo(view: View): Sent {
  const failures: BuildFailure[] = [];
  const listeners = buildAll(planGatewayListeners(view), failures);
  const routes = buildAll(planGatewayRoutes(view, routeNames(listeners.map(({ message }) => message))), failures);
  if (failures[0]) throw failures[0].error;
  const byName = <R extends { readonly name: string }>(made: readonly R[]) =>
    new Map(made.map((each) => [each.name, each]));
  return { listeners: byName(listeners), routes: byName(routes) };
}

/** The virtual hosts of a route table: domains and the clusters of its routes, after what they match; `TLS` if it redirects. */
export function hostsOf({ routes }: Sent, name: string): { readonly [name: string]: readonly string[] } {
  const hosts = routes.get(name)?.message.virtualHosts ?? [];
  return Object.fromEntries(
    hosts.map(({ name: host = "", domains = [], routes: inside = [], requireTls }) => [
      host,
      [
        domains.join(" "),
        ...(requireTls === "ALL" ? ["TLS"] : []),
        ...inside.map(({ match, route }) => `${match?.path ?? match?.prefix} ${route?.cluster}`),
      ],
    ]),
  );
}

/** The filter chains of a listener: the hosts asked for, whether TLS ends, and the route table or cluster. */
export function chainsOf({ listeners }: Sent, name: string): readonly string[] | undefined {
  return listeners.get(name)?.message.filterChains?.map(({ filterChainMatch, filters = [], transportSocket }) => {
    const last = filters.at(-1)?.typedConfig as Target | undefined;
    const target = last?.rds?.routeConfigName ?? last?.cluster ?? JSON.stringify(last?.weightedClusters?.clusters);
    return [filterChainMatch?.serverNames?.join(" ") ?? "*", ...(transportSocket ? ["ends TLS"] : []), target].join(
      " → ",
    );
  });
}

interface Target {
  readonly rds?: { readonly routeConfigName?: string };
  readonly cluster?: string;
  readonly weightedClusters?: { readonly clusters?: unknown };
}

interface ServerFields {
  readonly hosts: readonly string[];
  readonly tls?: object;
  readonly name?: string;
  readonly bind?: string;
}

/** A server: `server(80, "HTTP", { hosts: ["a.com"] })`; its port is named as its protocol. */
export function server(number: number, protocol: string, { name, ...fields }: ServerFields): object {
  return { port: { number, protocol, name: name ?? protocol.toLowerCase() }, ...fields };
}

/** A Gateway that the gateway of the tests is. */
export function gateway(id: string, servers: readonly object[], second = 0): IstioGateway {
  return config("Gateway", id, { selector: { istio: "ingressgateway" }, servers }, second) as IstioGateway;
}

/** A VirtualService at `istio-system/gw`, or at others. */
export function virtualService(id: string, hosts: readonly string[], spec: object, second = 0): VirtualService {
  const gateways = ["istio-system/gw"];
  return config("VirtualService", id, { hosts, gateways, ...spec }, second) as VirtualService;
}

/** An HTTP rule: requests with exactly this path, or all, go to the host. */
export function to(host: string, path?: string): object {
  return { ...(path && { match: [{ uri: { exact: path } }] }), route: [{ destination: { host } }] };
}

/** A port of the gateway's service that leads to it: `target("lb", 80, 8080)`. */
export function target(name: string, number: number, targetPort: number, labels = {}): ProxyScope["targets"][number] {
  const port = { number, name: `p-${number}`, protocol: "http", targetPort } as const;
  return { service: service(`istio-system/${name}`, { ports: [port], labels }), port, targetPort };
}
