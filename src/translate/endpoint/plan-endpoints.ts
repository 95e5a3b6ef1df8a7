import type { ClusterLoadAssignment } from "../../gen/envoy/config/endpoint/v3.ts";
import { type Plan, plan } from "../plan.ts";
import type { Recall } from "../recall/recall.ts";
import type { OutboundView, View } from "../view.ts";
import { type AssignmentTarget, assignmentKey } from "./assignment-key.ts";
import { buildAssignment } from "./build-assignment.ts";
import { parseOutboundName } from "./cluster-name.ts";
import { type EndpointClient, endpointClient } from "./endpoint-client.ts";
import { buildLocalAssignment, localCluster, localClusterKey } from "./local-cluster.ts";

/** The endpoints that Envoy asks for by clusters' names, service by service. */
export function planEndpoints(
  recall: Recall<OutboundView>,
  asked: ReadonlySet<string>,
): readonly (readonly Plan<ClusterLoadAssignment>[])[] {
  const client = recall.piece("", [], endpointClient);
  return Array.from(namesByHost(asked), ([host, names]) =>
    recall.piece(`${host} `, [names, client], (view) => planOfHost(view, client, names)),
  );
}

/** A name of a service or subset that is not there (any more) has no endpoints: Envoy keeps what it has until it is told. */
function planOfHost(
  view: OutboundView,
  client: EndpointClient,
  names: readonly string[],
): readonly Plan<ClusterLoadAssignment>[] {
  return names.map((name) => {
    const target = targetOf(view, name);
    if (!target) return { ...plan(name, buildNothing, { name }), fleeting: true };
    return plan(name, buildAssignment, assignmentKey(view, client, target), target.service.origin);
  });
}

const knownHosts = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, readonly string[]>>();

/** The names that stand for services, by host. Sets of names are never changed, so that the answer is kept with them. */
function namesByHost(asked: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const known = knownHosts.get(asked);
  if (known) return known;
  const hostOf = (name: string) => parseOutboundName(name)?.hostname ?? "";
  const names = Array.from(asked).filter((name) => name !== localCluster);
  const made = Map.groupBy(names, hostOf);
  knownHosts.set(asked, made);
  return made;
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
