import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { isFault } from "../base/fault.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { Random } from "../base/testing/random.ts";
import type { Watch, WatchEvent } from "../core/index.ts";
import { PublishedState } from "../store/index.ts";
import { EdgeState } from "./edge-state.ts";
import { type ServedKind, servedKinds } from "./served-kinds.ts";
import { comparable, UpstreamModel } from "./testing/upstream-model.ts";

/** Lists and watches one kind as client-go does, at its own speed. */
class Client {
  readonly kind: ServedKind;
  readonly held = new Map<string, unknown>();
  lists = 0;
  readonly #state: PublishedState;
  #watch: Watch | undefined;
  #pending: Promise<readonly WatchEvent[] | undefined> | undefined;
  #version = "";

  constructor(state: PublishedState, kind: ServedKind) {
    this.#state = state;
    this.kind = kind;
  }

  /** Takes up to `limit` events; whether there were any. */
  async step(limit: number): Promise<boolean> {
    if (this.#version === "") return this.#list();
    this.#watch ??= this.#state.watch({ types: [this.kind], from: this.#version });
    this.#pending ??= this.#watch.next(limit);
    this.#pending.catch(() => {});
    try {
      const events = await Promise.race([this.#pending, setImmediate("nothing" as const)]);
      if (events === "nothing") return false;
      this.#pending = undefined;
      for (const event of events ?? []) this.#take(event);
      return true;
    } catch (error) {
      if (!isFault(error, "Expired")) throw error;
      this.disconnect();
      this.#version = "";
      return true;
    }
  }

  /** Loses its watch, with all that was on the way. */
  disconnect(): void {
    this.#watch?.close();
    this.#watch = undefined;
    this.#pending = undefined;
  }

  async #list(): Promise<boolean> {
    const { items, resourceVersion } = await this.#state.list(this.kind, "");
    this.held.clear();
    for (const item of items) this.held.set(item.metadata.name ?? "", comparable(item));
    this.lists += 1;
    this.#version = resourceVersion;
    return true;
  }

  #take({ type, resource }: WatchEvent): void {
    const { name = "", resourceVersion = "" } = resource.metadata;
    assert.ok(Number(resourceVersion) > Number(this.#version), `${resourceVersion} after ${this.#version}`);
    this.#version = resourceVersion;
    assert.equal(type !== "ADDED", this.held.has(name), `${type} ${name}`);
    if (type === "DELETED") this.held.delete(name);
    else this.held.set(name, comparable(resource));
  }
}

test("after 10,000 random changes every client holds what the model says, however slow or often cut off it was", async () => {
  const random = new Random(42);
  const model = new UpstreamModel(random);
  const published = new PublishedState({ after: 5, kept: 20, clock: new ManualClock() });
  const state = new EdgeState({
    nodeName: "n1",
    localEndpoint: false,
    published,
    observer: { kept: () => {}, odd: (kind, id, why) => assert.fail(`${kind.kind} ${id}: ${why}`) },
  });
  for (const kind of servedKinds) state.replace(kind, model.list(kind));
  const clients = servedKinds.flatMap((kind) => [1, 2, 3].map(() => new Client(published, kind)));
  const compare = async () => {
    for (const client of clients) {
      while (await client.step(100));
      assert.deepEqual(client.held, model.seen(client.kind, "n1"), client.kind.kind);
    }
  };
  const missed = new Set<ServedKind>();
  for (let i = 0; i < 10_000; i++) {
    const { kind, type, resource } = model.change();
    // Now and then the API server has forgotten what comes next, and is listed again later.
    if (random.chance(0.002)) missed.add(kind);
    if (!missed.has(kind)) state.change(kind, type, resource);
    else if (random.chance(0.1)) {
      state.replace(kind, model.list(kind));
      missed.delete(kind);
    }
    const client = clients[random.below(clients.length)] as Client;
    // The first of each kind keep up, the others hardly ever read.
    if (clients.indexOf(client) % 3 === 0 || random.chance(0.05)) await client.step(1 + random.below(5));
    if (random.chance(0.01)) client.disconnect();
    if (i % 1000 === 999) {
      for (const late of missed) state.replace(late, model.list(late));
      missed.clear();
      if (i % 5000 === 4999) await compare();
    }
  }
  await compare();
  assert.ok(clients.some(({ lists }) => lists > 1));
});
