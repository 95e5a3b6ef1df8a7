import { isIP } from "node:net";
import type { Subset } from "../../api/index.ts";
import type { Service, ServicePort } from "../../core/index.ts";
import type { Cluster } from "../../gen/envoy/config/cluster/v3.ts";
import { clusterEnvironment } from "../cluster/cluster-environment.ts";
import { identitiesOf } from "../cluster/identities.ts";
import { assignmentKey } from "../endpoint/assignment-key.ts";
import { endpointClient } from "../endpoint/endpoint-client.ts";
import { targetOf } from "../endpoint/plan-endpoints.ts";
import { reachableEndpoints } from "../endpoint/reachable-endpoints.ts";
import { outboundCluster } from "../names.ts";
import { type Plan, plan } from "../plan.ts";
import type { View } from "../view.ts";
import { callablePorts } from "./find-target.ts";
import { buildGrpcCluster, type GrpcClusterKey } from "./grpc-cluster.ts";

/** The clusters that a gRPC client asks for by name; without names, those of all services in scope. */
export function planGrpcClusters(view: View, names: readonly string[]): readonly Plan<Cluster>[] {
  const { settings, proxy } = view.scope;
  const environment = clusterEnvironment(settings, proxy);
  const client = endpointClient(view);
  return (names.length > 0 ? names : allNames(view)).flatMap((name) => {
    const target = targetOf(view, name);
    if (!target || target.onlyMutualTls) return [];
    const { service, port, rule, subset } = target;
    const resolved = isResolved(service)
      ? hostName(reachableEndpoints(assignmentKey(view, client, target)))
      : undefined;
    const identities = identitiesOf(view.registry, service);
    const key: GrpcClusterKey = { environment, service, port, rule, subset, identities, resolved };
    return [plan(name, buildGrpcCluster, key, service.origin)];
  });
}

function allNames({ scope: { sidecar, labels } }: View): readonly string[] {
  return sidecar.services
    .filter(({ resolution }) => resolution !== "alias")
    .flatMap((service) => {
      const subsets = sidecar.destinationRule(service, labels)?.subsets ?? [];
      return callablePorts(service).flatMap((port) => namesOf(service, port, subsets));
    });
}

function namesOf({ hostname }: Service, { number }: ServicePort, subsets: readonly Subset[]): readonly string[] {
  return ["", ...subsets.map(({ name }) => name)].map((subset) => outboundCluster(number, subset, hostname));
}

function isResolved({ resolution }: Service): boolean {
  return resolution === "dns" || resolution === "dns-round-robin";
}

/** A client resolves one name for a cluster. Addresses it is told of as of any other endpoints. */
function hostName(endpoints: ReturnType<typeof reachableEndpoints>): GrpcClusterKey["resolved"] {
  for (const { addresses, port } of endpoints) {
    const [address = ""] = addresses;
    if (address !== "" && isIP(address) === 0 && !address.startsWith("unix://")) return { address, port };
  }
  return undefined;
}
