import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { ClusterLoadAssignment } from "../gen/envoy/config/endpoint/v3.ts";
import type { Listener } from "../gen/envoy/config/listener/v3.ts";
import type { RouteConfiguration } from "../gen/envoy/config/route/v3.ts";
import type { ConfigProblem } from "../mesh/index.ts";
import { planClusters } from "./cluster/plan-clusters.ts";
import { planEndpoints } from "./endpoint/plan-endpoints.ts";
import { planListeners } from "./listener/plan-listeners.ts";
import type { Built, Plan } from "./plan.ts";
import { endpointNames, routeNames } from "./references.ts";
import { planRoutes } from "./route/plan-routes.ts";
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
  readonly problems: readonly ConfigProblem[];
  readonly failures: readonly BuildFailure[];
}

/** Makes everything for a view; endpoints and routes are those that its clusters and listeners name, as Envoy asks. */
export function translate(view: View): Translation {
  const failures: BuildFailure[] = [];
  const make = <M>(plans: readonly Plan<M>[]) => buildAll(plans, failures);
  const clusters = make(planClusters(view));
  const endpoints = make(planEndpoints(view, endpointNames(clusters.map(({ message }) => message))));
  const listeners = make(planListeners(view));
  const routes = make(planRoutes(view, routeNames(listeners.map(({ message }) => message))));
  const problems = [clusters, endpoints, listeners, routes].flatMap((made) =>
    made.flatMap((resource: Built<unknown>) => resource.problems ?? []),
  );
  return { clusters, endpoints, listeners, routes, problems, failures };
}

/** Builds what was planned. A builder that throws costs its own resource only. */
export function buildAll<M>(plans: readonly Plan<M>[], failures: BuildFailure[]): readonly Resource<M>[] {
  const made: Resource<M>[] = [];
  for (const plan of plans) {
    try {
      made.push({ name: plan.name, ...plan.build(plan.key as never) });
    } catch (error) {
      failures.push({ plan, error });
    }
  }
  return made.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
