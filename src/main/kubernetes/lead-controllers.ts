import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { aborted } from "../../base/aborted.ts";
import { systemClock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import type { ResourceStore } from "../../core/index.ts";
import { KubeClient, LeaderElection, replicaSigns, type Transport } from "../../kube/index.ts";
import type { Ground } from "../ground.ts";
import { startGrids } from "../start-grids.ts";
import { startStatus } from "../start-status.ts";
import { startCleaner } from "../start-workloads.ts";
import { leaseName } from "./access-rules.ts";
import { keepDefinitions } from "./keep-definitions.ts";

export interface LeadControllersOptions {
  /** Opens a store of what controllers read and write, by the transport; ends with the signal. */
  readonly open: (end: AbortSignal, transport: Transport) => Promise<ResourceStore>;
  readonly transport: Transport;
  /** Where the Lease is. */
  readonly namespace: string;
  readonly ground: Omit<Ground, "stops">;
}

/** Runs the controllers on one of all replicas: the one that holds the Lease. What only they read is read by it alone. */
export function leadControllers(options: LeadControllersOptions): LeaderElection {
  const { open, transport, namespace, ground } = options;
  const { logs } = ground;
  const log = logs.scope("leader", "Which replica runs the controllers");
  const identity = `${hostname()}_${randomUUID()}`;
  const clientBy = (by: Transport) => new KubeClient({ transport: by, kinds: ground.kinds, userAgent: leaseName });
  const fenced = writingWhile(transport, () => election.holds);
  let term: Promise<void> = Promise.resolve();
  const lead = async (end: AbortSignal) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const stopKeeping = await keepDefinitions({
        client: clientBy(fenced),
        kinds: ground.kinds(),
        manager: leaseName,
        clock: systemClock,
        log,
      });
      stops.push(async () => stopKeeping());
      const store = await open(end, fenced);
      stops.push(() => store.close());
      await startGrids({ ...ground, store, stops });
      await startStatus({ ...ground, stops }, store);
      await startCleaner({ ...ground, stops }, replicaSigns(clientBy(fenced), namespace), store);
      log.info("This replica runs the controllers", { identity });
      await aborted(end);
      log.info("This replica no longer runs the controllers", { identity });
    } catch (error) {
      if (!end.aborted) log.error("Controllers could not be started", { error });
    } finally {
      for (const stop of stops.reverse()) await stop();
    }
  };
  const election: LeaderElection = new LeaderElection({
    store: clientBy(transport),
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

/**
 * Reads at all times, and writes only while `may` says so. A process that stood still for longer than its lease goes on with
 * what it was about to do, and hears only then that another leads.
 */
function writingWhile(transport: Transport, may: () => boolean): Transport {
  return async (request) => {
    if (request.method !== "GET" && !may()) {
      throw new FairwayError("Unavailable", "another replica may lead by now: nothing is written any more");
    }
    return transport(request);
  };
}
