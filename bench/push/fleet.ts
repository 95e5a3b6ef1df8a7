import { benchClient } from "../bench-client.ts";
import { MeasuredProcess } from "../measured-process.ts";
import type { MarkedChange } from "./changes.ts";
import type { SimulatedSidecar } from "./sidecars.ts";

/** The types of resources that sidecars ask for, in the order of their bits. */
export const xdsTypes = ["CDS", "EDS", "LDS", "RDS"] as const;
export type XdsType = (typeof xdsTypes)[number];

/** How far sidecars have come. */
export interface Arrival {
  /** Sidecars that are concerned, and those of them that have what they wait for. */
  readonly expected: number;
  readonly reached: number;
  /** Milliseconds until half of them, and the last of them, had acknowledged it. */
  readonly medianMs: number;
  readonly lastMs: number;
}

/** What all sidecars together were sent. */
export interface Traffic {
  readonly messages: Readonly<Record<XdsType, number>>;
  readonly bytes: Readonly<Record<XdsType, number>>;
  readonly resources: Readonly<Record<XdsType, number>>;
  /** Streams that the server has ended or not let in. */
  readonly refused: number;
}

/** Many simulated sidecars of one server, in a process of their own. */
export class Fleet {
  readonly #process: MeasuredProcess;
  #sidecars: readonly SimulatedSidecar[] = [];

  constructor() {
    this.#process = new MeasuredProcess(benchClient("fleet"), []);
  }

  /** Connects all at the same time, and waits until each has its first configuration. */
  async connect(to: {
    readonly address: string;
    readonly delta: boolean;
    readonly sidecars: readonly SimulatedSidecar[];
    readonly limitMs: number;
  }): Promise<Arrival> {
    this.#sidecars = to.sidecars;
    return arrival(
      await this.#process.ask({
        Do: "connect",
        Address: to.address,
        Delta: to.delta,
        Nodes: to.sidecars.map(({ node }) => Buffer.from(node).toString("base64")),
        LimitMs: to.limitMs,
      }),
    );
  }

  /** The time of a change begins to run. */
  async watch({ marker, types, namespace }: MarkedChange): Promise<void> {
    const concerned = this.#sidecars.flatMap((each, i) => (each.namespace === namespace ? i : []));
    await this.#process.ask({
      Do: "watch",
      Marker: Buffer.from(marker).toString("base64"),
      Types: types.reduce((mask, type) => mask | (1 << xdsTypes.indexOf(type)), 0),
      Proxies: concerned,
    });
  }

  /** Waits until all who are concerned have the change. */
  async wait(limitMs: number): Promise<Arrival> {
    return arrival(await this.#process.ask({ Do: "wait", LimitMs: limitMs }));
  }

  /** Waits until nothing was sent for a while; tells what was sent since the last `watch` or `connect`. */
  async quiet(forMs: number, limitMs: number): Promise<Traffic> {
    const said = (await this.#process.ask({ Do: "quiet", ForMs: forMs, LimitMs: limitMs })) as {
      readonly Messages: Traffic["messages"];
      readonly Bytes: Traffic["bytes"];
      readonly Resources: Traffic["resources"];
      readonly Refused: number;
    };
    return { messages: said.Messages, bytes: said.Bytes, resources: said.Resources, refused: said.Refused };
  }

  /** Resources that all sidecars have together. */
  async holds(): Promise<Readonly<Record<XdsType, number>>> {
    return (await this.#process.ask({ Do: "holds" })) as Record<XdsType, number>;
  }

  async disconnect(): Promise<void> {
    await this.#process.ask({ Do: "disconnect" });
  }

  /** Milliseconds of processor time of the sidecars themselves. */
  cpuMs(): number {
    return this.#process.cpuMs();
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }
}

function arrival(said: unknown): Arrival {
  const { Expected, Reached, MedianMs, LastMs } = said as Readonly<Record<string, number>>;
  return { expected: Expected ?? 0, reached: Reached ?? 0, medianMs: MedianMs ?? 0, lastMs: LastMs ?? 0 };
}
