import { join } from "node:path";
import {
  AdsServer,
  attributeRejection,
  type ConfigVersion,
  type Connection,
  type MessageDecoder,
  noEvents,
  shortType,
} from "../../src/deliver/index.ts";
import { GrpcServer, ThreadedServer } from "../../src/grpc/index.ts";
import { ProxyIdentities } from "../../src/main/proxy-identities.ts";
import type { KeyPair } from "../../src/pki/index.ts";
import { relaySocket, type SocketRelay } from "./socket-relay.ts";

export interface LiveControlPlaneOptions {
  readonly decoder: MessageDecoder;
  readonly authority: KeyPair;
  /** The certificate of the encrypted address. */
  readonly certificate: KeyPair;
  /** What who connects is to have. */
  readonly first: ConfigVersion;
}

/** The product's discovery server behind two sockets, but for what decides when to push: that is the test's. */
export class LiveControlPlane {
  /** What clients refused, and why. */
  readonly refusals: string[] = [];
  readonly #ads: AdsServer;
  readonly #servers: { readonly plain: GrpcServer; readonly tls: ThreadedServer };
  readonly #relays: SocketRelay[] = [];
  /** Who waits for something to happen, by node. */
  readonly #waiting = new Map<string, () => void>();

  constructor({ decoder, authority, certificate, first }: LiveControlPlaneOptions) {
    const identities = new ProxyIdentities(() => ["cluster.local"]);
    this.#ads = new AdsServer({
      source: { current: first },
      decoder,
      authenticate: (proxy, call) => identities.authenticate(proxy, call),
      events: {
        ...noEvents,
        connected: ({ proxy }) => this.#stir(proxy.id),
        sent: ({ proxy }) => this.#stir(proxy.id),
        answered: (client, { type, acknowledgement: { error = "" } }, answer) => {
          if (answer === "refused") {
            const sent = client.lastSent(type).map(({ name }) => name);
            const { names } = attributeRejection({ type, error, names: sent });
            const culprits = names.length > 0 ? names.join(", ") : `one of ${sent.join(", ")}`;
            this.refusals.push(
              `${client.proxy.id} refused, of ${client.versionName}, ${shortType(type)} ${culprits}: ${error}`,
            );
          }
          this.#stir(client.proxy.id);
        },
      },
    });
    const methods = this.#ads.methods();
    const report = (error: unknown) => this.refusals.push(`a bug ended a stream: ${String(error)}`);
    const tls = { key: certificate.privateKey, cert: certificate.certificate, ca: authority.certificate };
    this.#servers = {
      plain: new GrpcServer({ methods, report }),
      tls: new ThreadedServer({ methods, report, tls, threads: 2, alone: 0 }),
    };
  }

  /** Opens both sockets in a directory: `plain.sock` and `tls.sock`. */
  async open(dir: string): Promise<void> {
    for (const [name, server] of Object.entries(this.#servers)) {
      const address = await server.listen({ host: "127.0.0.1", port: 0 }, name);
      this.#relays.push(await relaySocket(join(dir, `${name}.sock`), Number(address.split(":")[1])));
    }
  }

  /** The stream of a node that is connected. */
  connection(nodeId: string): Connection | undefined {
    return this.#ads.connections().find(({ proxy }) => proxy.id === nodeId);
  }

  /** Asks after everything that happens on the stream of a node, until `ask` says yes; what `describe` says if that takes too long. */
  until(nodeId: string, ask: () => boolean, describe: () => string, limit = 60_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(nodeId);
        settle();
      };
      const wake = () => {
        if (ask()) end(resolve);
      };
      const timer = setTimeout(() => end(() => reject(new Error(describe()))), limit);
      this.#waiting.set(nodeId, wake);
      wake();
    });
  }

  async close(): Promise<void> {
    for (const relay of this.#relays) await relay.close();
    await Promise.all([this.#servers.plain.close(0), this.#servers.tls.close(0)]);
  }

  #stir(nodeId: string): void {
    // What an event tells of is complete when the event is over.
    setImmediate(() => this.#waiting.get(nodeId)?.());
  }
}
