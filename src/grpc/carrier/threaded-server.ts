import { createServer } from "node:net";
import { canSharePorts, type ListenAddress, listenOn } from "../../base/listen-on.ts";
import { defaultGrpcLimits } from "../grpc-limits.ts";
import { GrpcServer, type GrpcServerOptions } from "../grpc-server.ts";
import { Carrier } from "./carrier.ts";

/** What a server is made from whose connections are shared by threads. */
export interface ThreadedServerOptions extends GrpcServerOptions {
  /** How many, this one included. Where systems cannot share a port there is one. */
  readonly threads: number;
  /** Connections that this one has before others are started. Default: 8 with TLS, else 500. */
  readonly alone?: number;
}

/**
 * Most servers have few connections, and a thread takes memory. In plain text one thread does for many: it has nothing to
 * encrypt, and what it has to say is better said at once than told to another.
 */
const aloneByDefault = { encrypted: 8, plain: 500 } as const;

/** Milliseconds until a thread that has ended is followed by another. */
const restartMs = 1000;

/**
 * A gRPC server whose handlers all run here, while threads share its connections: what is said is decided in one place,
 * and how many bytes that makes to encrypt and to write is work for every core. The kernel gives each thread its part of
 * those who connect.
 */
export class ThreadedServer {
  /** With the limits of a carrier. */
  readonly #options: ThreadedServerOptions;
  readonly #own: GrpcServer;
  readonly #carriers = new Set<Carrier>();
  #started = false;
  #closed: Promise<unknown> | undefined;
  #address: ListenAddress = { host: "", port: 0 };

  constructor(options: ThreadedServerOptions) {
    const { limits, alone = aloneByDefault[options.tls ? "encrypted" : "plain"] } = options;
    const threads = canSharePorts ? options.threads : 1;
    const { maxConnections } = { ...defaultGrpcLimits, ...limits };
    // What this thread has before the others are there is not shared with them.
    const unshared = Math.min(alone, maxConnections);
    const share = Math.ceil((maxConnections - unshared) / threads);
    this.#options = { ...options, threads, limits: { ...limits, maxConnections: share } };
    this.#own = new GrpcServer({
      ...options,
      limits: { ...limits, maxConnections: unshared + share },
      sharesPort: threads > 1,
      connected: (count) => {
        if (count > alone) this.#startCarriers();
      },
    });
  }

  /** Threads that have connections, or are about to. */
  get threadCount(): number {
    return 1 + this.#carriers.size;
  }

  /** Calls under way. */
  get callCount(): number {
    return [...this.#carriers].reduce((sum, { callCount }) => sum + callCount, this.#own.callCount);
  }

  /** As of `GrpcServer`. */
  async listen({ host, port }: ListenAddress, what: string): Promise<string> {
    const free = await freeAddress({ host, port }, what);
    this.#address = { host, port: Number(free.slice(free.lastIndexOf(":") + 1)) };
    return this.#own.listen(this.#address, what);
  }

  /** As of `GrpcServer`. */
  async close(grace: number): Promise<void> {
    const all = [this.#own, ...this.#carriers];
    this.#closed ??= Promise.all(all.map((server) => server.close(grace)));
    await this.#closed;
  }

  #startCarriers(): void {
    if (this.#started) return;
    this.#started = true;
    for (let i = 1; i < this.#options.threads; i++) this.#start();
  }

  #start(): void {
    if (this.#closed) return;
    const { tls, limits = {}, methods, report } = this.#options;
    const carrier = new Carrier({ ...(tls && { tls }), limits, paths: [...methods.keys()] }, this.#options);
    this.#carriers.add(carrier);
    // Meanwhile the other threads have all connections.
    carrier.listen(this.#address, "a thread").catch((error) => report?.(error, "thread"));
    void carrier.ended.then(() => {
      this.#carriers.delete(carrier);
      if (!this.#closed) setTimeout(() => this.#start(), restartMs).unref();
    });
  }
}

/**
 * An address that nobody else has: threads that share one do not see that another program shares it too. Fails if
 * somebody has it.
 */
async function freeAddress(address: ListenAddress, what: string): Promise<string> {
  const probe = createServer();
  const found = await listenOn(probe, address, what);
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return found;
}
