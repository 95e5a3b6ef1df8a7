import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { builtInCatalog, type GroupKind, keyOf, type Resource } from "../../../api/index.ts";
import { ManualClock } from "../../../base/testing/manual-clock.ts";
import { createMemoryStore, type VersionedStore } from "../../../store/index.ts";
import { GridController } from "../grid-controller.ts";
import type { GridType } from "../grid-type.ts";

/** A store in memory with one grid controller on it, and a clock of the test's own. */
export class GridWorld {
  readonly store: VersionedStore;
  readonly clock = new ManualClock();
  readonly reported: unknown[] = [];
  readonly controller: GridController;
  readonly #type: GridType;

  constructor(type: GridType) {
    const kinds = builtInCatalog();
    this.#type = type;
    this.store = createMemoryStore({ kinds: () => kinds });
    this.controller = new GridController({
      store: this.store,
      type,
      clock: this.clock,
      random: () => 0,
      report: (error) => this.reported.push(error),
    });
  }

  async close(): Promise<void> {
    await this.controller.close();
    await this.store.close();
  }

  /** Writes a grid of this name, or puts a new spec in the place of its old one. */
  async grid(name: string, spec: object, metadata: object = {}): Promise<Resource> {
    const { kind } = this.#type.grid;
    const grid = { apiVersion: "superedge.io/v1", kind, metadata: { name, namespace: "d", ...metadata }, spec };
    const old = await this.store.get(keyOf(grid as Resource));
    return old
      ? this.store.update({ ...old, ...grid, metadata: { ...old.metadata, ...metadata } })
      : this.store.create(grid);
  }

  async get(type: GroupKind, name: string): Promise<Resource | undefined> {
    return this.store.get({ ...type, namespace: "d", name });
  }

  async names(type: GroupKind = this.#type.child): Promise<(string | undefined)[]> {
    return (await this.store.list(type, "d")).items.map(({ metadata }) => metadata.name);
  }

  /** The condition Ready of a grid, as far as it says why. */
  async ready(name: string): Promise<string> {
    const status = (await this.get(this.#type.grid, name))?.status as
      | { conditions?: { status: string; reason: string; message: string; observedGeneration: number }[] }
      | undefined;
    const [{ status: holds, reason, message } = { status: "", reason: "", message: "" }] = status?.conditions ?? [];
    return [holds, reason, message].filter((part) => part !== "").join(" ");
  }

  /** Waits until the controller has heard of all that was written, and there is nothing left to write. */
  async settled(): Promise<void> {
    for (let quiet = 0, last = ""; quiet < 5; ) {
      await this.controller.idle();
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      const version = (await this.store.list(this.#type.grid, "")).resourceVersion;
      quiet = version === last ? quiet + 1 : 0;
      last = version;
    }
  }

  /** Asserts that another look at everything writes nothing. */
  async assertStill(): Promise<void> {
    await this.settled();
    const before = (await this.store.list(this.#type.grid, "")).resourceVersion;
    const again = new GridController({ store: this.store, type: this.#type, clock: this.clock, report: () => {} });
    await again.start();
    await again.idle();
    await again.close();
    assert.equal((await this.store.list(this.#type.grid, "")).resourceVersion, before, "a second look wrote something");
  }
}
