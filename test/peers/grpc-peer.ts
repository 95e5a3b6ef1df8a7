import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { goSkipReason, ownGoProgram } from "./go-program.ts";

/** A message: a text, and how often it is repeated (once by default). */
export interface Payload {
  readonly text: string;
  readonly times?: number;
}

/** A message that a client received. */
export interface Received {
  readonly bytes: number;
  readonly sha256: string;
  /** Up to 4096 bytes; empty of longer ones. */
  readonly text: string;
}

/** How a call ended, as the client tells it. */
export interface Ending {
  readonly code: number;
  readonly message: string;
  readonly headers: { readonly [name: string]: readonly string[] } | null;
  readonly trailers: { readonly [name: string]: readonly string[] } | null;
}

/** A call of one message each way. */
export interface UnaryEnding extends Ending {
  readonly received: Received | null;
  /** Address and port of who answered. */
  readonly peer: string;
}

export interface ChannelOptions {
  /** PEM, and the name that the server's certificate must have; absent: plain text. */
  readonly tls?: {
    readonly ca: string;
    readonly certificate?: string;
    readonly privateKey?: string;
    readonly serverName: string;
  };
  /** Milliseconds of quiet after which the client pings, also without calls, and how long it waits for the answer. */
  readonly keepaliveMs?: number;
  readonly keepaliveTimeoutMs?: number;
  /** Bytes of the largest message that the client takes. */
  readonly maxReceiveBytes?: number;
  /** Compresses what is sent. */
  readonly gzip?: boolean;
  /** gRPC's service config, as JSON. */
  readonly serviceConfig?: string;
}

export interface CallOptions {
  readonly metadata?: { readonly [name: string]: string };
  readonly deadlineMs?: number;
  /** Waits for a server that is not there yet. */
  readonly waitForReady?: boolean;
}

const goClient = "grpc-client";

type Tell = <R>(does: string, fields: object) => Promise<R>;

/** A call in both directions, made by a client that users have. */
export class PeerCall {
  readonly #tell: Tell;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** True once the client has taken the message to send; false if the call is over. */
  send({ text, times = 1 }: Payload): Promise<boolean> {
    return this.#tell("send", { text, times });
  }

  /** Nothing more will be sent. */
  end(): Promise<boolean> {
    return this.#tell("end", {});
  }

  cancel(): Promise<void> {
    return this.#tell("cancel", {});
  }

  /** The next message; null at the end. */
  receive(): Promise<Received | null> {
    return this.#tell("receive", {});
  }

  /** Reads what is left and tells how the call ended. */
  finish(): Promise<Ending> {
    return this.#tell("finish", {});
  }
}

/** A channel of such a client: it connects again by itself. */
export class PeerChannel {
  readonly #tell: Tell;
  #calls = 0;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  unary(method: string, { text, times = 1 }: Payload, options: CallOptions = {}): Promise<UnaryEnding> {
    return this.#tell("unary", { method, text, times, ...options });
  }

  async open(method: string, options: CallOptions = {}): Promise<PeerCall> {
    return this.#start("open", { method, ...options });
  }

  /** Asks for the health of a service by the client's own stub; what is received is the status' name. */
  check(service: string): Promise<UnaryEnding> {
    return this.#tell("check", { text: service });
  }

  /** Follows the health of a service by the client's own stub. */
  watch(service: string): Promise<PeerCall> {
    return this.#start("watch", { text: service });
  }

  close(): Promise<void> {
    return this.#tell("close", {});
  }

  async #start(does: string, fields: object): Promise<PeerCall> {
    this.#calls += 1;
    const call = String(this.#calls);
    await this.#tell(does, { call, ...fields });
    return new PeerCall((what, more) => this.#tell(what, { call, ...more }));
  }
}

/** A process of a client that users have, which does what it is told; see `go/grpc-client` for the words. */
export class GrpcPeer {
  readonly process: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  #commands = 0;
  #channels = 0;

  private constructor(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    // Whatever way this process ends, no peer outlives it.
    this.process = spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], {
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    if (this.process.stdout) createInterface({ input: this.process.stdout }).on("line", (line) => this.#take(line));
    this.process.on("exit", (code, signal) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the client ended: ${code ?? signal}`));
    });
  }

  /** Go's own client, with its xDS resolver. */
  static go(env: Readonly<Record<string, string>> = {}): GrpcPeer {
    return new GrpcPeer(ownGoProgram(goClient), [], env);
  }

  /** The client of most programs on Node, with its xDS resolver. */
  static node(env: Readonly<Record<string, string>> = {}): GrpcPeer {
    return new GrpcPeer(process.execPath, [join(import.meta.dirname, "grpc-js-client.ts")], env);
  }

  async connect(target: string, options: ChannelOptions = {}): Promise<PeerChannel> {
    this.#channels += 1;
    const channel = String(this.#channels);
    await this.#tell("connect", { channel, target, ...options });
    return new PeerChannel((does, { call, ...fields }: { call?: string }) =>
      this.#tell(does, { channel, ...(call !== undefined && { call: `${channel}/${call}` }), ...fields }),
    );
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
  }

  #tell<R>(does: string, fields: object): Promise<R> {
    this.#commands += 1;
    const id = this.#commands;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.process.stdin?.write(`${JSON.stringify({ id, do: does, ...fields })}\n`);
    });
  }

  #take(line: string): void {
    const { id, result, error } = JSON.parse(line) as { id: number; result: unknown; error?: string };
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error !== undefined) waiting?.reject(new Error(error));
    else waiting?.resolve(result as never);
  }
}

/** Builds Go's client, so that no test's time runs meanwhile. Why it cannot be had; false if it can. */
export function prepareGoPeer(): false | string {
  if (goSkipReason === false) ownGoProgram(goClient);
  return goSkipReason;
}

/** What a client tells of a message that it received whole. */
export function receivedOf({ text, times = 1 }: Payload): Received {
  const bytes = Buffer.from(text.repeat(times));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes: bytes.length, sha256, text: bytes.length <= 4096 ? bytes.toString() : "" };
}
