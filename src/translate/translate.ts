import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { TypedExtensionConfig } from "../gen/envoy/config/core/v3.ts";
import type { ClusterLoadAssignment } from "../gen/envoy/config/endpoint/v3.ts";
import type { Listener } from "../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import type { ConfigProblem } from "../mesh/index.ts";
import { distinctNames } from "./distinct-names.ts";
import { type Part, partsOf } from "./parts.ts";
import type { Built, Plan } from "./plan.ts";
import { endpointNames, extensionNames, routeNames } from "./references.ts";
import type { ResourceList } from "./resource-messages.ts";
import type { View } from "./view.ts";

/** A resource that was made, by its name. */
export interface Resource<M> extends Built<M> {
  readonly name: string;
}

/** A builder that failed: a fault of the program, not of the configuration. */
export interface BuildFailure {
  readonly plan: Plan<unknown>;
  readonly error: unknown;
}

/** All that a proxy is sent, each list sorted by name. */
export interface Translation {
  readonly clusters: readonly Resource<Cluster>[];
  readonly endpoints: readonly Resource<ClusterLoadAssignment>[];
  readonly listeners: readonly Resource<Listener>[];
  readonly routes: readonly Resource<RouteConfiguration>[];
  readonly extensions: readonly Resource<TypedExtensionConfig>[];
  readonly problems: readonly ConfigProblem[];
  readonly failures: readonly BuildFailure[];
}

/** The plans of all parts of a list. */
export function planAll<L extends ResourceList>(list: L, view: View, names: readonly string[]): readonly PlanOf<L>[] {
  const parts: readonly Part<unknown>[] = partsOf[list](view);
  return plansOf(parts, names) as readonly PlanOf<L>[];
}

/** The plans of parts, in one list. */
export function plansOf<M>(parts: readonly Part<M>[], names: readonly string[]): readonly Plan<M>[] {
  const asked = new Set(names);
  return distinctNames(parts.flatMap((part) => part.plan(asked).lists.flat()));
}

type PlanOf<L extends ResourceList> = Plan<Translation[L][number]["message"]>;

/**
 * Makes everything for a view; endpoints, routes and extensions are those that its clusters and listeners name, as Envoy
 * asks.
 * `previous` is what was made before for the same proxies: where a builder fails, its resource stays in force.
 */
export function translate(view: View, previous?: Translation): Translation {
  const failures: BuildFailure[] = [];
  const make = <L extends ResourceList>(list: L, names: readonly string[] = []): Translation[L] =>
    buildAll<never>(planAll(list, view, names) as readonly Plan<never>[], failures, previous?.[list] as never);
  const clusters = make("clusters");
  const endpoints = make("endpoints", endpointNames(clusters.map(({ message }) => message)));
  const listeners = make("listeners");
  const routes = make("routes", routeNames(listeners.map(({ message }) => message)));
  const extensions = make("extensions", extensionNames(listeners.map(({ message }) => message)));
  const problems = [clusters, endpoints, listeners, routes, extensions].flatMap((made) =>
    made.flatMap((resource: Built<unknown>) => resource.problems ?? []),
  );
  return { clusters, endpoints, listeners, routes, extensions, problems, failures };
}

/** Builds what was planned. A builder that throws costs its own resource only, and not even that if there was one before. */
export function buildAll<M>(
  plans: readonly Plan<M>[],
  failures: BuildFailure[],
  previous: readonly Resource<M>[] = [],
): readonly Resource<M>[] {
  const made: Resource<M>[] = [];
  for (const plan of plans) {
    try {
      made.push({ name: plan.name, ...plan.build(plan.key as never) });
    } catch (error) {
      failures.push({ plan, error });
      const lastGood = previous.find(({ name }) => name === plan.name);
      if (lastGood) made.push(lastGood);
    }
  }
  return made.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
