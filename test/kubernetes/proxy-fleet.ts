import { GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { type EnvoyCodec, loadEnvoyCodec } from "../../src/translate/index.ts";
import type { XdsForm } from "../push/client-state.ts";
import { firstDifference } from "../push/compare-held.ts";
import type { FullGeneration } from "../push/full-generation.ts";
import type { Node } from "../push/nodes.ts";
import { ProxyClient } from "../push/proxy-client.ts";
import { ReferenceReader } from "../push/references-held.ts";
import type { ClientEnd, ClientStream } from "../push/stream-pair.ts";

const service = "/envoy.service.discovery.v3.AggregatedDiscoveryService";
const methods = { sotw: `${service}/StreamAggregatedResources`, delta: `${service}/DeltaAggregatedResources` };

/** The longest that a proxy waits before it connects again, in milliseconds, as Envoys wait: at random, so that not all come at once. */
const longestWait = 500;

/** Proxies of one address that come back whenever their stream ends, with what they hold. */
export class ProxyFleet {
  readonly clients: readonly ProxyClient[];
  readonly codec: EnvoyCodec = loadEnvoyCodec();
  /** Streams that were begun, and bytes that came on them. */
  readonly counts = { streams: 0, bytes: 0 };
  readonly #address: string;
  readonly #random: (below: number) => number;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(address: string, nodes: readonly Node[], random: (below: number) => number) {
    this.#address = address;
    this.#random = random;
    const references = new ReferenceReader(this.codec);
    this.clients = nodes.flatMap((node) =>
      (["sotw", "delta"] as const).map((form) => {
        const client: ProxyClient = new ProxyClient({
          ...{ node, form, codec: this.codec, references },
          open: (_, end) => this.#open(client, end),
        });
        return client;
      }),
    );
  }

  connect(): void {
    for (const client of this.clients) this.#later(client);
  }

  /**
   * The first proxy that does not hold what a generation says, and how; undefined if all do, and each was connected in this
   * look or in one before: `met` has those. They change connections all the time, never all are connected at once.
   */
  difference(full: FullGeneration, met: Set<ProxyClient>): string | undefined {
    const configs = new Map<Node, ReturnType<FullGeneration["client"]>>();
    const configOf = full.together();
    for (const client of this.clients) if (client.connected) met.add(client);
    for (const client of this.clients) {
      if (!met.has(client)) return `${client.name} is not connected`;
      const ofNode = configs.get(client.node) ?? configOf(client.node);
      configs.set(client.node, ofNode);
      const found = firstDifference(client, ofNode(client.form), this.codec);
      if (found !== undefined) return `${client.name}: ${found}\n${client.story.join("\n").slice(0, 4000)}`;
    }
    return undefined;
  }

  /** What proxies were sent although they had it and had said so. */
  get needless(): readonly string[] {
    return this.clients.flatMap(({ name, needless }) => needless.map((what) => `${name}: ${what}`));
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#waiting) clearTimeout(timer);
    for (const client of this.clients) client.disconnect();
  }

  #later(client: ProxyClient): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      client.connect();
    }, this.#random(longestWait));
    this.#waiting.add(timer);
  }

  #open(client: ProxyClient, end: ClientEnd): ClientStream {
    this.counts.streams += 1;
    return networkStream(this.#address, client.form, {
      received: (bytes) => {
        this.counts.bytes += bytes.length;
        end.received(bytes);
      },
      cutOff: () => {
        end.cutOff();
        this.#later(client);
      },
    });
  }
}

/** A stream on a connection of its own, as each proxy has one. */
function networkStream(address: string, form: XdsForm, end: ClientEnd): ClientStream {
  const connection = new GrpcClient(`http://${address}`);
  const call = connection.call(methods[form]);
  let closed = false;
  const read = async () => {
    for (let bytes = await call.next(); bytes && !closed; bytes = await call.next()) end.received(bytes);
    void connection.close();
    if (!closed) end.cutOff();
  };
  void read();
  return {
    send: (request) => call.send(request),
    close: () => {
      closed = true;
      void connection.close();
    },
  };
}
