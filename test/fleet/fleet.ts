import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../../src/base/testing/manual-clock.ts";
import {
  AdsServer,
  type ConfigVersion,
  Debounce,
  type DeliveryEvents,
  noEvents,
  Pusher,
  ResourceSet,
  type StreamLimits,
  xdsResource,
  xdsTypes,
} from "../../src/deliver/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { FleetClient } from "./fleet-client.ts";

const codec = loadEnvoyCodec();

export interface FleetOptions {
  /** Clients of one group are to have the same; a change is for one group. Default: 20. */
  readonly groups?: number;
  /** Bytes of a cluster. Default: 100. */
  readonly bytes?: number;
  readonly throttle?: number;
  readonly streamsPerSecond?: number;
  readonly limits?: Partial<StreamLimits>;
}

/**
 * A control plane from the gathering of changes to its streams, and many clients of it, without a network between them
 * and with a clock that stands until it is moved. The configuration is one cluster for each group.
 */
export class Fleet {
  readonly clock = new ManualClock();
  readonly ads: AdsServer;
  readonly clients: FleetClient[] = [];
  /** Responses that were sent, by what became of them, and bugs. */
  readonly counts = { sent: 0, bytes: 0, accepted: 0, refused: 0, cutOff: 0, failed: 0, converged: 0 };
  readonly #groups: number;
  readonly #bytes: number;
  readonly #pusher: Pusher;
  readonly #debounce: Debounce;
  readonly #numbers: number[];
  readonly #sets: ResourceSet[];
  readonly #source: { current: ConfigVersion };

  constructor({ groups = 20, bytes = 100, throttle = 100, streamsPerSecond = 0, limits = {} }: FleetOptions = {}) {
    const { clock } = this;
    this.#groups = groups;
    this.#bytes = bytes;
    this.#numbers = Array.from({ length: groups }, () => 0);
    this.#sets = this.#numbers.map((number, group) => this.#make(group, number));
    this.#source = { current: this.#version() };
    const source = this.#source;
    const events = this.#events();
    this.ads = new AdsServer({ source, decoder: codec, events, limits, streamsPerSecond, clock });
    this.#pusher = new Pusher({ source, connections: () => this.ads.connections(), throttle, clock });
    this.#debounce = new Debounce({
      push: async (request) => {
        source.current = this.#version();
        this.#pusher.pushAll(request);
      },
      clock,
    });
  }

  /** Clients join; resolves when each was sent what it is to have, and has answered. */
  async join(count: number): Promise<readonly FleetClient[]> {
    const joined = Array.from({ length: count }, () => {
      const client = new FleetClient(this.clients.length, this.ads, codec, this.clock);
      this.clients.push(client);
      client.connect();
      return client;
    });
    await this.rest();
    return joined;
  }

  /** The number of what a client is to have. */
  numberFor(client: FleetClient): number {
    return this.#numbers[client.index % this.#groups] as number;
  }

  /** Something changes for a group; nothing is pushed before there was quiet. */
  change(group: number): void {
    const number = (this.#numbers[group] as number) + 1;
    this.#numbers[group] = number;
    this.#sets[group] = this.#make(group, number);
    this.#debounce.update({
      full: true,
      changed: new Set([`group ${group}`]),
      reasons: new Map([["config", 1]]),
      start: this.clock.monotonic(),
    });
  }

  /**
   * Lets time pass, and then whatever happens happen. After the first second too, in which pushes begin: no event loop is so
   * busy for hours that nobody gets to read.
   */
  async pass(ms: number): Promise<void> {
    for (const part of [Math.min(ms, 1000), ms - 1000]) {
      if (part > 0) this.clock.advance(part);
      await this.rest();
    }
  }

  /** Resolves when nothing more happens without time. */
  async rest(): Promise<void> {
    for (let events = -1; events !== this.#eventCount(); ) {
      events = this.#eventCount();
      for (let i = 0; i < 3; i++) await settle();
    }
  }

  async close(): Promise<void> {
    this.#debounce.close();
    for (const client of this.clients) client.disconnect();
    await this.#pusher.close();
  }

  #eventCount(): number {
    const { sent, accepted, refused, cutOff } = this.counts;
    return sent + accepted + refused + cutOff + this.ads.connections().length + this.#pusher.pending;
  }

  #events(): DeliveryEvents {
    const { counts } = this;
    return {
      ...noEvents,
      sent: (_, __, { bytes }) => {
        counts.sent += 1;
        counts.bytes += bytes;
      },
      answered: (_, __, answer) => {
        if (answer !== "stale") counts[answer] += 1;
      },
      cutOff: () => {
        counts.cutOff += 1;
      },
      failed: () => {
        counts.failed += 1;
      },
      converged: () => {
        counts.converged += 1;
      },
    };
  }

  #make(group: number, number: number): ResourceSet {
    const text = `${number} of group ${group} `.padEnd(this.#bytes, ".");
    const cluster = { name: `group-${group}`, altStatName: text };
    const bytes = codec.encode("envoy.config.cluster.v3.Cluster", cluster);
    return ResourceSet.of(xdsTypes.cluster, [xdsResource(xdsTypes.cluster, cluster.name, bytes)], String(number + 1));
  }

  #version(): ConfigVersion {
    const sets = [...this.#sets];
    const configs = sets.map((set) => ({ resources: () => set }));
    const none = { resources: (type: string) => ResourceSet.empty(type) };
    return {
      name: this.#numbers.join(),
      number: this.#numbers.reduce((sum, each) => sum + each, 1),
      client: ({ name }) => configs[Number(name.slice(1)) % this.#groups] ?? none,
    };
  }
}
