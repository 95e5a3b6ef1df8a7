import { FairwayError } from "../../src/base/fault.ts";
import { Random } from "../../src/base/testing/random.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import { type EnvoyCodec, loadEnvoyCodec } from "../../src/translate/index.ts";
import { oneOf } from "../walker/random-choices.ts";
import type { XdsForm } from "./client-state.ts";
import { firstDifference } from "./compare-held.ts";
import { ControlPlane } from "./control-plane.ts";
import { FullGeneration } from "./full-generation.ts";
import { guessedNames, type Node, nodes } from "./nodes.ts";
import { ProxyClient } from "./proxy-client.ts";
import { describeWrite, RandomChanges, type Write } from "./random-change.ts";
import { ReferenceReader } from "./references-held.ts";
import { type ClientEnd, StreamPair } from "./stream-pair.ts";

export interface PushWorldOptions {
  readonly seed: number;
  /** Everybody is compared after every so many changes; after the others one node's clients are, in turn. Default: 20. */
  readonly wholeEvery?: number;
  /** How many of the nodes are there: others with each seed. Default: 5. */
  readonly nodeCount?: number;
}

/** What a run came to. */
export interface Tally {
  changes: number;
  writes: number;
  refused: number;
  responses: number;
  comparisons: number;
  /** Changes by which somebody was sent something, and those by which nobody was. */
  felt: number;
  unfelt: number;
}

/** A change after which something is wrong. */
export class PushFailure extends Error {}

/** A control plane and its clients, to which one change after the other happens. */
export class PushWorld {
  readonly tally: Tally = { changes: 0, writes: 0, refused: 0, responses: 0, comparisons: 0, felt: 0, unfelt: 0 };
  readonly #options: Required<PushWorldOptions>;
  readonly #changes: RandomChanges;
  /** Who does what among the clients: apart from the changes, so that these are the same whoever is there. */
  readonly #moves: Random;
  readonly plane: ControlPlane;
  readonly #nodes: readonly Node[];
  readonly clients: readonly ProxyClient[];
  readonly #codec: EnvoyCodec;
  readonly #failures: string[] = [];
  #last: readonly Write[] = [];

  private constructor(options: PushWorldOptions, plane: ControlPlane, codec: EnvoyCodec) {
    this.#options = { wholeEvery: 20, nodeCount: 5, ...options };
    this.#changes = new RandomChanges(options.seed);
    this.#moves = new Random(options.seed + 1);
    this.plane = plane;
    this.#codec = codec;
    const references = new ReferenceReader(codec);
    this.#nodes = Array.from(
      { length: this.#options.nodeCount },
      (_, i) => nodes[(options.seed + i) % nodes.length] as Node,
    );
    const open = (form: XdsForm, end: ClientEnd) => {
      const stream = new StreamPair(end);
      void plane.serve(form, stream.server);
      return stream;
    };
    this.clients = this.#nodes.flatMap((node) =>
      (["sotw", "delta"] as const).map((form) => new ProxyClient({ node, form, open, codec, references })),
    );
  }

  /** A mesh with some objects in it, and everybody connected. */
  static async open(options: PushWorldOptions): Promise<PushWorld> {
    const world = new PushWorld(options, await ControlPlane.open(), loadEnvoyCodec());
    await world.#begin();
    return world;
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.disconnect();
    await this.plane.close();
  }

  /** One more change, and a look at what came of it. */
  async step(): Promise<void> {
    this.tally.changes += 1;
    const writes = this.#changes.next();
    this.#last = writes;
    const returned = this.#move();
    await this.#compareAwoken();
    await this.#write(writes);
    await this.#settle(returned ? 1200 : 0);
    this.#checkNeedless();
    const all = this.tally.changes % this.#options.wholeEvery === 0;
    const turn = this.tally.changes % this.#nodes.length;
    await this.#compare(all ? this.#nodes : this.#nodes.slice(turn, turn + 1));
    for (const client of this.clients) if (client.connected && client.reading) client.settle();
  }

  /** Everybody reads, and is compared. */
  async finish(): Promise<void> {
    for (const client of this.clients) {
      if (!client.connected) client.connect();
      if (!client.reading) client.resume();
    }
    await this.#settle(20_000);
    await this.#compare(this.#nodes);
  }

  async #begin(): Promise<void> {
    await this.#write(this.#changes.beginning(100));
    await this.#settle();
    for (const client of this.clients) {
      client.connect();
      if (Object.keys(client.node.watches).length === 0) this.#guess(client);
    }
    await this.#settle();
    await this.#compare(this.#nodes);
    for (const client of this.clients) client.settle();
  }

  /** Who goes on reading must be brought to what it missed, without any further change. */
  async #compareAwoken(): Promise<void> {
    const awoken = this.clients.filter((client) => !client.reading && this.#moves.chance(0.3));
    if (awoken.length === 0) return;
    for (const client of awoken) client.resume();
    await this.#settle();
    await this.#compare([...new Set(awoken.map(({ node }) => node))]);
  }

  /** Some clients leave, come back, stop reading, or ask for other names. Whether somebody came back. */
  #move(): boolean {
    const random = this.#moves;
    let returned = false;
    for (const client of this.clients) {
      if (!client.connected) {
        if (!random.chance(0.2)) continue;
        client.connect();
        returned = true;
      } else if (client.reading && random.chance(0.02)) {
        if (random.chance(0.5)) client.disconnect();
        else client.pause(random.chance(0.5));
      } else if (Object.keys(client.node.watches).length === 0 && random.chance(0.1)) this.#guess(client);
    }
    return returned;
  }

  #guess(client: ProxyClient): void {
    for (const type of [xdsTypes.endpoint, xdsTypes.route]) {
      const names = (guessedNames[type] ?? []).filter(() => this.#moves.chance(0.5));
      client.watch(type, names.length > 0 ? names : [oneOf(this.#moves, guessedNames[type] ?? [])]);
    }
  }

  async #write(writes: readonly Write[]): Promise<void> {
    const { store } = this.plane;
    for (const write of writes) {
      this.tally.writes += 1;
      try {
        if ("remove" in write) await store.delete(write.remove);
        else await put(store, write.put);
      } catch (error) {
        if (!(error instanceof FairwayError)) throw error;
        this.tally.refused += 1;
        this.refusals.add(`${describeWrite(write).slice(0, 300)}: ${error.message}`);
      }
    }
  }

  /** Why objects were not taken by the store. */
  readonly refusals = new Set<string>();

  /** Lets everything happen that is due, and then what is due after so many milliseconds more. */
  async #settle(more = 0): Promise<void> {
    await rest();
    this.plane.clock.advance(150);
    await rest();
    if (more > 0) this.plane.clock.advance(more);
    await rest();
  }

  #checkNeedless(): void {
    const { errors } = this.plane;
    const felt = this.clients.filter(({ responses }) => responses > 0);
    this.tally[felt.length > 0 ? "felt" : "unfelt"] += 1;
    for (const client of felt) {
      this.tally.responses += client.responses;
      client.responses = 0;
      const [first] = client.needless;
      if (first !== undefined) throw this.#failure(client, `was sent what it has: ${first}`);
    }
    if (errors.length > 0) throw this.#failure(undefined, errors.join("\n"));
  }

  async #compare(these: readonly Node[]): Promise<void> {
    const { store, clock } = this.plane;
    const full = await FullGeneration.of(store, clock, this.#codec, this.#failures);
    for (const node of these) {
      const present = this.clients.filter((each) => each.node === node && each.connected && each.reading);
      if (present.length === 0) continue;
      const configOf = full.client(node);
      for (const client of present) {
        this.tally.comparisons += 1;
        const difference = firstDifference(client, configOf(client.form), this.#codec);
        if (difference !== undefined) throw this.#failure(client, difference);
      }
    }
    if (this.#failures.length > 0) throw this.#failure(undefined, this.#failures.join("\n"));
  }

  #failure(client: ProxyClient | undefined, what: string): PushFailure {
    const { seed } = this.#options;
    return new PushFailure(
      [
        `seed ${seed}, change ${this.tally.changes}: ${client?.name ?? "the control plane"}: ${what}`,
        ...this.#last.map((write) => `  ${describeWrite(write)}`),
        ...(client?.story ?? []).map((event) => `    ${event.slice(0, 400)}`),
      ].join("\n"),
    );
  }
}

/** Writes an object whether it is there or not, and its status. */
async function put(store: ControlPlane["store"], object: Extract<Write, { put: unknown }>["put"]): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  const [group = "", version] = apiVersion.split("/");
  const key = {
    group: version === undefined ? "" : group,
    kind,
    namespace: metadata.namespace ?? "",
    name: metadata.name ?? "",
  };
  const known = await store.get(key);
  await (known ? store.update(object) : store.create(object));
  if (object.status !== undefined) await store.updateStatus(object);
}

/** Resolves when nothing more follows from what has happened: nothing here waits for anything but promises. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => void setImmediate(resolve));
}
