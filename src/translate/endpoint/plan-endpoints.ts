import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import { type Plan, plan } from "../plan.ts";
import type { OutboundView, View } from "../view.ts";
import { type AssignmentTarget, assignmentKey } from "./assignment-key.ts";
import { buildAssignment } from "./build-assignment.ts";
import { parseOutboundName } from "./cluster-name.ts";
import { endpointClient } from "./endpoint-client.ts";
import { buildLocalAssignment, localCluster, localClusterKey } from "./local-cluster.ts";

/**
 * The endpoints that Envoy asks for by clusters' names. A name of a service or subset that is not there (any more) is
 * answered with no endpoints: Envoy keeps what it has until it hears otherwise.
 */
export function planEndpoints(view: OutboundView, names: readonly string[]): readonly Plan<ClusterLoadAssignment>[] {
  const client = endpointClient(view);
  return names.flatMap((name) => {
    if (name === localCluster) return [];
    const target = targetOf(view, name);
    if (!target) return [{ ...plan(name, buildNothing, { name }), fleeting: true }];
    return [plan(name, buildAssignment, assignmentKey(view, client, target), target.service.origin)];
  });
}

/** The peers of the proxies themselves, if they ask for them. */
export function planLocalEndpoints(view: View, names: readonly string[]): readonly Plan<ClusterLoadAssignment>[] {
  if (!names.includes(localCluster)) return [];
  return [plan(localCluster, buildLocalAssignment, localClusterKey(view, endpointClient(view)))];
}

/** What the name of a cluster stands for; undefined if the view has no such service, port or subset. */
export function targetOf({ scope }: OutboundView, name: string): AssignmentTarget | undefined {
  const parsed = parseOutboundName(name);
  const service = parsed && scope.sidecar.service(parsed.hostname);
  const port = service?.ports.find(({ number }) => number === parsed?.port);
  if (!parsed || !service || !port) return undefined;
  const rule = scope.sidecar.destinationRule(service, scope.labels);
  const subset = parsed.subset === "" ? undefined : rule?.subsets.find((each) => each.name === parsed.subset);
  if (parsed.subset !== "" && !subset) return undefined;
  return { name, service, port, rule, subset, onlyMutualTls: parsed.byServerName };
}

/** No endpoints. */
export function buildNothing({ name }: { readonly name: string }) {
  return { message: { clusterName: name }, sources: [] };
}
