import { FairwayError } from "../../base/fault.ts";
import { type FollowedState, servedKinds } from "../../edge/index.ts";
import type { Page } from "../../http/index.ts";

/** What an operator of an edge node wants to know: what is served, how fresh it is, and why an endpoint is not reached. */
export function edgePages(nodeName: string, followed: () => FollowedState | undefined): readonly Page[] {
  const state = () => {
    const found = followed();
    if (!found) throw new FairwayError("Unavailable", "it is still starting");
    return found;
  };
  const json = (body: unknown) => ({ type: "application/json", body: `${JSON.stringify(body, undefined, 2)}\n` });
  return [
    {
      path: "/debug/edgez",
      help: "What is served, and how fresh it is.",
      answer: () => json(summary(nodeName, state())),
    },
    {
      path: "/debug/topologyz",
      help: "Which endpoints of a Service are reached from this node, and why (?service=NAMESPACE/NAME).",
      answer: (query) => json(reasons(state(), query.get("service") ?? "")),
    },
  ];
}

function summary(node: string, followed: FollowedState): object {
  const { state, upstream, published, cache } = followed;
  return {
    node,
    reachable: upstream.reachable,
    fresh: upstream.fresh,
    staleSeconds: followed.stale() ?? 0,
    version: String(published.revision),
    pendingFiles: cache.pending,
    kinds: servedKinds.map((kind) => ({
      kind: kind.kind,
      objects: state.count(kind),
      served: state.knows(kind),
      followed: upstream.follows(kind),
    })),
  };
}

function reasons({ state }: FollowedState, service: string): object {
  const [namespace = "", name = "", ...more] = service.split("/");
  if (namespace === "" || name === "" || more.length > 0) {
    throw new FairwayError("BadRequest", "name the Service: ?service=NAMESPACE/NAME");
  }
  return state.explain(namespace, name).map(({ object, verdicts }) => ({
    kind: object.kind,
    name: object.metadata.name,
    endpoints: addressesIn(object).map((address, i) => ({ address, ...verdicts[i] })),
  }));
}

/** The addresses of an object, in the order in which they are decided on. */
function addressesIn(object: { readonly [field: string]: unknown }): readonly string[] {
  type Subset = {
    readonly addresses?: { readonly ip: string }[];
    readonly notReadyAddresses?: { readonly ip: string }[];
  };
  const endpoints = (object.endpoints ?? []) as { readonly addresses: readonly string[] }[];
  const subsets = (object.subsets ?? []) as readonly Subset[];
  return [
    ...endpoints.map(({ addresses }) => addresses[0] ?? ""),
    ...subsets.flatMap(({ addresses = [], notReadyAddresses = [] }) =>
      [...addresses, ...notReadyAddresses].map(({ ip }) => ip),
    ),
  ];
}
