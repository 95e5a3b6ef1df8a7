import type { Service } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { assignmentKey } from "../endpoint/assignment-key.ts";
import { type EndpointClient, endpointClient } from "../endpoint/endpoint-client.ts";
import { policyOfPort } from "../endpoint/policy-of-port.ts";
import { reachableEndpoints } from "../endpoint/reachable-endpoints.ts";
import { dnatCluster, outboundCluster } from "../names.ts";
import { type Plan, plan } from "../plan.ts";
import type { OutboundView } from "../view.ts";
import { automaticTls } from "./automatic-tls.ts";
import type { ClusterEnvironment } from "./cluster-environment.ts";
import { buildDynamicCluster } from "./dynamic-cluster.ts";
import { identitiesOf } from "./identities.ts";
import { buildOutboundCluster, buildResolvedCluster } from "./outbound-cluster.ts";
import type { OutboundClusterKey } from "./outbound-cluster-key.ts";

/** What the clusters of all services of a view are planned with. */
export interface OutboundPlanner {
  readonly environment: ClusterEnvironment;
  readonly client: EndpointClient;
  /** Connections are passed on by their SNI, as they came. */
  readonly byServerName: boolean;
}

/** What clusters of services are planned with. */
export function outboundPlanner(
  view: OutboundView,
  environment: ClusterEnvironment,
  byServerName = false,
): OutboundPlanner {
  return { environment, client: endpointClient(view), byServerName };
}

/** One cluster for each port of a service, and for each of its subsets. */
export function planOutbound(view: OutboundView, service: Service, planner: OutboundPlanner): readonly Plan<Cluster>[] {
  if (service.resolution === "alias" || (planner.byServerName && service.external)) return [];
  const { scope, registry } = view;
  const rule = scope.sidecar.destinationRule(service, scope.labels);
  const identities = identitiesOf(registry, service);
  const plans: Plan<Cluster>[] = [];
  for (const port of service.ports) {
    if (port.protocol === "udp") continue;
    plans.push(...planCluster(view, planner, { service, rule, identities, port, subset: undefined }));
    for (const subset of rule?.subsets ?? []) {
      plans.push(...planCluster(view, planner, { service, rule, identities, port, subset }));
    }
  }
  return plans;
}

type ClusterSubject = Pick<OutboundClusterKey, "service" | "rule" | "identities" | "port" | "subset">;

function planCluster(
  view: OutboundView,
  { environment, client, byServerName }: OutboundPlanner,
  subject: ClusterSubject,
): readonly Plan<Cluster>[] {
  const { service, port, rule, subset } = subject;
  const subsetName = subset?.name ?? "";
  const name = (byServerName ? dnatCluster : outboundCluster)(port.number, subsetName, service.hostname);
  const policy = policyOfPort(rule, port.number, subsetName);
  const key: OutboundClusterKey = {
    environment,
    ...subject,
    byServerName,
    ...automaticTls(view, service, port, policy),
  };
  switch (service.resolution) {
    case "dynamic-dns":
      return [plan(name, buildDynamicCluster, key, service.origin)];
    case "dns":
    case "dns-round-robin": {
      const inline = assignmentKey(view, client, { ...subject, name, onlyMutualTls: byServerName });
      // A cluster that has nothing to resolve could only fail, and without it Envoy says more clearly what is wrong.
      if (reachableEndpoints(inline).length === 0) return [];
      const policies = [...new Set([...key.policies, ...inline.policies])];
      return [plan(name, buildResolvedCluster, { ...key, ...inline, policies }, service.origin)];
    }
    default:
      return [plan(name, buildOutboundCluster, key, service.origin)];
  }
}
