import type { ResourceKey } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { LogScope, LogScopes } from "../base/log.ts";
import { type ProvenIdentity, type ReplicaSigns, WorkloadCleaner, WorkloadRegistrar } from "../controllers/index.ts";
import type { ResourceStore } from "../core/index.ts";
import { type ConnectedClient, type DeliveryEvents, noEvents, type Reports } from "../deliver/index.ts";
import type { Ground } from "./ground.ts";

/** The type by which an agent reports its workload's health, as Istio's agents do. */
const healthType = "type.googleapis.com/istio.v1.HealthInformation";

/** What becomes of proxies with WorkloadEntries, as xDS tells of it. */
export interface WorkloadDoor {
  /** Takes in a proxy that has proven who it is, or refuses it by a fault. */
  welcome(client: ConnectedClient, identity: ProvenIdentity | undefined): Promise<void>;
  readonly reports: Reports;
  readonly events: DeliveryEvents;
  /** From then on proxies that go are no longer taken for gone: another replica has them in a moment. */
  close(): Promise<void>;
}

type WorkloadGround = Pick<Ground, "settings" | "store" | "replica" | "logs" | "metrics">;

/** Starts keeping the WorkloadEntries of the proxies that connect to this replica. */
export async function startRegistrar(ground: WorkloadGround): Promise<WorkloadDoor> {
  const { settings, store, replica, logs } = ground;
  const { workloads: metrics } = ground.metrics;
  const log = scopeOf(logs);
  const registrar = new WorkloadRegistrar({
    store,
    replica: replica.id,
    announce: () => replica.announce(),
    autoRegistration: settings.autoRegistration,
    healthChecks: settings.workloadHealth,
    checkIdentity: settings.workloadIdentity,
    events: {
      registered: (key) => {
        metrics.registered.inc();
        log.info("Workload registered", fieldsOf(key));
      },
      taken: (key) => {
        metrics.taken.inc();
        log.info("Workload is connected", fieldsOf(key));
      },
      unregistered: (key) => {
        metrics.unregistered.inc();
        log.info("Workload has gone", fieldsOf(key));
      },
      failed: (entry, error) => {
        metrics.errors.inc();
        log.warn("WorkloadEntry could not be written and is tried again", { entry, error });
      },
    },
    clock: systemClock,
  });
  await registrar.start();
  return {
    welcome: async ({ id, proxy, connectedAt }, identity) => {
      try {
        await registrar.connect(id, { proxy, identity, connectedAt });
      } catch (error) {
        metrics.errors.inc();
        log.warn("Proxy was refused its WorkloadEntry", { proxy: proxy.id, error: FairwayError.from(error) });
        throw error;
      }
    },
    reports: (type) => (type === healthType ? reportHealth : undefined),
    events: { ...noEvents, disconnected: ({ id }) => registrar.disconnect(id) },
    close: () => registrar.close(),
  };

  function reportHealth({ id, proxy }: ConnectedClient, problem: string | undefined): void {
    if (!registrar.reportHealth(id, problem)) {
      log.debug("Health is reported by a proxy without a WorkloadEntry", { proxy: proxy.id });
    }
  }
}

/** Starts removing what proxies that have gone leave; on one replica of all. */
export async function startCleaner(
  ground: WorkloadGround & Pick<Ground, "stops">,
  replicas: ReplicaSigns,
  writer: ResourceStore = ground.store,
): Promise<void> {
  const { settings, store, replica, logs, metrics, stops } = ground;
  if (!settings.autoRegistration && !settings.workloadHealth) return;
  const log = scopeOf(logs);
  const cleaner = new WorkloadCleaner({
    store,
    writer,
    replica: replica.id,
    replicas,
    grace: settings.workloadGrace,
    silence: settings.replicaSilence,
    events: {
      removed: (key) => {
        metrics.workloads.removed.inc();
        log.info("WorkloadEntry of a workload that has gone was deleted", fieldsOf(key));
      },
      forgotten: (key) => log.info("Health of a workload that has gone is no longer known", fieldsOf(key)),
      died: (dead, entries) => log.warn("Replica gives no sign of life", { replica: dead, entries }),
      failed: (error) => {
        metrics.syncErrors.inc();
        log.warn("WorkloadEntries could not be cleaned up; it is tried again", { error });
      },
    },
    clock: systemClock,
  });
  stops.push(() => cleaner.close());
  await cleaner.start();
}

function scopeOf(logs: LogScopes): LogScope {
  return logs.scope("workloads", "WorkloadEntries of proxies that connect and go");
}

function fieldsOf({ namespace, name }: ResourceKey) {
  return { entry: `${namespace}/${name}` };
}
