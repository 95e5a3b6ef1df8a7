import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { aborted } from "../../base/aborted.ts";
import { systemClock } from "../../base/clock.ts";
import type { ResourceStore } from "../../core/index.ts";
import { type KubeClient, LeaderElection, replicaSigns } from "../../kube/index.ts";
import type { Ground } from "../ground.ts";
import { startGrids } from "../start-grids.ts";
import { startStatus } from "../start-status.ts";
import { startCleaner } from "../start-workloads.ts";
import { leaseName } from "./access-rules.ts";
import { keepDefinitions } from "./keep-definitions.ts";

export interface LeadControllersOptions {
  /** Opens a store of what controllers read; ends with the signal. */
  readonly open: (end: AbortSignal) => Promise<ResourceStore>;
  readonly client: KubeClient;
  /** Where the Lease is. */
  readonly namespace: string;
  readonly ground: Omit<Ground, "stops">;
}

/** Runs the controllers on one of all replicas: the one that holds the Lease. What only they read is read by it alone. */
export function leadControllers(options: LeadControllersOptions): LeaderElection {
  const { open, client, namespace, ground } = options;
  const { logs } = ground;
  const log = logs.scope("leader", "Which replica runs the controllers");
  const identity = `${hostname()}_${randomUUID()}`;
  let term: Promise<void> = Promise.resolve();
  const lead = async (end: AbortSignal) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const stopKeeping = await keepDefinitions({
        client,
        kinds: ground.kinds(),
        manager: leaseName,
        clock: systemClock,
        log,
      });
      stops.push(async () => stopKeeping());
      const store = await open(end);
      stops.push(() => store.close());
      await startGrids({ ...ground, store, stops });
      await startStatus({ ...ground, stops }, store);
      await startCleaner({ ...ground, stops }, replicaSigns(client, namespace));
      log.info("This replica runs the controllers", { identity });
      await aborted(end);
      log.info("This replica no longer runs the controllers", { identity });
    } catch (error) {
      if (!end.aborted) log.error("Controllers could not be started", { error });
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  };
  const election = new LeaderElection({
    store: client,
    namespace,
    name: leaseName,
    identity,
    clock: systemClock,
    // A term begins when the one before is over, to the last write.
    lead: (end) => {
      term = term.then(() => lead(end));
      return term;
    },
    failed: (error) => log.warn("Lease could not be renewed and is tried again", { namespace, name: leaseName, error }),
  });
  election.start();
  return election;
}
