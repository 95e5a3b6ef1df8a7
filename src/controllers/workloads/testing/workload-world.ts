import { setImmediate } from "node:timers/promises";
import { builtInCatalog, type Resource } from "../../../api/index.ts";
import { FairwayError } from "../../../base/fault.ts";
import { ManualClock } from "../../../base/testing/manual-clock.ts";
import type { ResourceStore } from "../../../core/index.ts";
import { createMemoryStore, type VersionedStore } from "../../../store/index.ts";
import { storeBut } from "../../../store/testing/store-but.ts";
import { WorkloadCleaner } from "../workload-cleaner.ts";
import { WorkloadRegistrar, type WorkloadRegistrarOptions } from "../workload-registrar.ts";

/** The grace and the silence in this world, in milliseconds. */
export const times = { grace: 10_000, silence: 40_000 };

/** Replicas on one store in memory, the loop that cleans up after them, and a clock of the test's own. */
export class WorkloadWorld {
  readonly store: VersionedStore;
  readonly clock = new ManualClock();
  readonly log: string[] = [];
  /** The last signs of replicas that live. */
  readonly signs = new Map<string, string>();
  readonly #parts: { idle(): Promise<void>; close(): Promise<void> }[] = [];

  constructor() {
    const kinds = builtInCatalog();
    this.store = createMemoryStore({ kinds: () => kinds });
  }

  async close(): Promise<void> {
    for (const part of this.#parts) await part.close();
    await this.store.close();
  }

  /** Starts a replica; `over` can stand in the way of its writes. */
  async replica(
    name: string,
    options: Partial<WorkloadRegistrarOptions> = {},
    over: Partial<ResourceStore> = {},
  ): Promise<WorkloadRegistrar> {
    const replica = `${name}_22222222`;
    const say = (word: string) => () => void this.log.push(`${name} ${word}`);
    const registrar = new WorkloadRegistrar({
      store: storeBut(this.store, over),
      replica,
      announce: async () => void this.signs.set(replica, "0"),
      autoRegistration: true,
      healthChecks: true,
      checkIdentity: true,
      events: {
        registered: say("registered"),
        taken: say("took"),
        unregistered: say("unregistered"),
        failed: (_, error) => void this.log.push(`${name} ${error.message}`),
      },
      clock: this.clock,
      random: () => 0,
      ...options,
    });
    this.#parts.push(registrar);
    await registrar.start();
    return registrar;
  }

  /** Starts cleaning up. */
  async clean(): Promise<WorkloadCleaner> {
    const cleaner = new WorkloadCleaner({
      store: this.store,
      replica: "leader_22222222",
      replicas: {
        signs: async () => new Map(this.signs),
        forget: async (replica) => void this.signs.delete(replica),
      },
      ...times,
      events: {
        removed: ({ name }) => void this.log.push(`removed ${name}`),
        forgotten: ({ name }) => void this.log.push(`forgot ${name}`),
        died: (replica, entries) => void this.log.push(`${replica} died with ${entries}`),
        failed: (error) => void this.log.push(error.message),
      },
      clock: this.clock,
    });
    this.#parts.push(cleaner);
    await cleaner.start();
    return cleaner;
  }

  entry(name: string): Promise<Resource | undefined> {
    return this.store.get({ group: "networking.istio.io", kind: "WorkloadEntry", namespace: "app", name });
  }

  /** Waits until everybody has heard of all that was written, and there is nothing left to write. */
  async settled(): Promise<void> {
    for (let quiet = 0, last = ""; quiet < 5; ) {
      for (const part of this.#parts) await part.idle();
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      const version = (await this.store.list({ group: "", kind: "Service" }, "")).resourceVersion;
      quiet = version === last ? quiet + 1 : 0;
      last = version;
    }
  }

  /** Lets time pass in steps, in which replicas that `live` give signs. */
  async pass(ms: number, live: readonly string[] = []): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      for (const name of live) this.signs.set(`${name}_22222222`, String(this.clock.now()));
      this.clock.advance(Math.min(left, 1000));
      await this.settled();
    }
  }
}

/** A write that the store's way is cut to. */
export function cutOff(): Promise<never> {
  return Promise.reject(new FairwayError("Unavailable", "the store is away"));
}
