import type { IngressListener } from "../../api/index.ts";
import { parseProtocol, type ServicePort } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import type { MergedDestinationRule, ProxyScope } from "../../mesh/index.ts";
import { inboundCluster } from "../names.ts";
import { type Plan, plan } from "../plan.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { buildInboundCluster } from "./inbound-cluster.ts";
import { ingressEndpoint } from "./ingress-endpoint.ts";

type Target = ProxyScope["targets"][number];

/** The clusters of a sidecar's own workload: by its Sidecar's ingress, else by the services that lead to it. */
export function planInbound(scope: ProxyScope, environment: ClusterEnvironment): readonly Plan<Cluster>[] {
  const { ingress } = scope.sidecar;
  if (ingress) return ingress.flatMap((listener) => planIngress(scope, environment, listener) ?? []);
  // Without redirection the workload itself listens on its ports: only a Sidecar can say where else the proxy does.
  if (scope.proxy.metadata["INTERCEPTION_MODE"] === "NONE") return [];
  const byPort = Map.groupBy(scope.targets, ({ targetPort }) => targetPort);
  return Array.from(byPort, ([number, targets]) => planTargets(scope, environment, number, targets));
}

function planTargets(
  scope: ProxyScope,
  environment: ClusterEnvironment,
  number: number,
  targets: readonly Target[],
): Plan<Cluster> {
  const [first] = targets as [Target, ...Target[]];
  const localhost = environment.families === "6" ? "::1" : "127.0.0.1";
  return plan(
    inboundCluster(number),
    buildInboundCluster,
    {
      environment,
      number,
      port: first.port,
      services: servicesOf(targets, first.port.number),
      address: environment.mesh.inboundTrafficPolicy?.mode === "LOCALHOST" ? localhost : "",
      addressPort: number,
      pool: scope.sidecar.inboundConnectionPool,
      rule: inboundRule(scope, first),
      sources: sidecarSources(scope),
    },
    first.service.origin,
  );
}

/** What is counted for a service must have come to its port: others that share the workload's are left out. */
function servicesOf(targets: readonly Target[], port: number) {
  return [...new Set(targets.filter((target) => target.port.number === port).map(({ service }) => service))];
}

/** What clients are told of a service's connections holds for its workloads too; subsets are the clients' own affair. */
function inboundRule(scope: ProxyScope, { service }: Target): MergedDestinationRule | undefined {
  const rule = scope.servedRule(service);
  return rule?.trafficPolicy && rule;
}

function planIngress(
  scope: ProxyScope,
  environment: ClusterEnvironment,
  listener: IngressListener,
): Plan<Cluster> | undefined {
  const endpoint = ingressEndpoint(listener.defaultEndpoint, {
    ownAddress: scope.ownAddress,
    families: environment.families,
  });
  if (!endpoint) return undefined;
  const number = listener.port.number ?? 0;
  const target = scope.targets.find(({ targetPort }) => targetPort === number);
  return plan(inboundCluster(number), buildInboundCluster, {
    environment,
    number,
    port: ingressPort(listener, number),
    services: target ? [target.service] : [],
    address: endpoint.address,
    addressPort: endpoint.port,
    pool: listener.connectionPool ?? scope.sidecar.inboundConnectionPool,
    rule: target && inboundRule(scope, target),
    sources: sidecarSources(scope),
  });
}

const ingressPorts = new WeakMap<IngressListener, ServicePort>();

/** A port that a Sidecar opens; the same object each time, as those of services are. */
function ingressPort(listener: IngressListener, number: number): ServicePort {
  const { name = "", protocol = "" } = listener.port;
  const known = ingressPorts.get(listener);
  const port = known ?? { number, name, protocol: parseProtocol(protocol) ?? "auto", targetPort: 0 };
  ingressPorts.set(listener, port);
  return port;
}

function sidecarSources({ sidecar: { sidecar } }: ProxyScope) {
  return sidecar ? [sidecar.key] : [];
}
