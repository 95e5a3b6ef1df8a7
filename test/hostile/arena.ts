import assert from "node:assert/strict";
import type { Random } from "../../src/base/testing/random.ts";
import { grpcCodes } from "../../src/grpc/index.ts";
import { type ClientCall, type EndOfCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import type { RawConnection } from "./raw-connection.ts";
import { connectRaw, connectRawTls } from "./raw-connection.ts";

/** Who comes over TLS: a certificate and its key, PEM. */
export interface ClientTls {
  readonly cert: string;
  readonly key: string;
}

/** What is attacked. */
export interface Target {
  /** Address of xDS in plain text, `host:port`. */
  readonly plain: string;
  /** Address of xDS over TLS. */
  readonly tls: string;
}

/** One way to be hostile. It throws if the control plane did not answer as it should. */
export interface Attack<A = Arena> {
  readonly name: string;
  /** How many of 1,000 are of this kind. */
  readonly share: number;
  readonly run: (arena: A) => Promise<void>;
}

/** Where attacks on the connection itself are made. */
export interface RawArena {
  readonly random: Random;
  /** A connection on which nothing was said. */
  raw(): Promise<RawConnection>;
}

/** Statuses that say what was wrong. Not among them: `internal` and `unknown`, which are bugs. */
const clear: readonly number[] = [
  grpcCodes.ok,
  grpcCodes.invalidArgument,
  grpcCodes.resourceExhausted,
  grpcCodes.unimplemented,
  // Over TLS: the node is not of the identity that its certificate proves.
  grpcCodes.permissionDenied,
];

/** After how many calls a connection is made anew. */
const callsPerConnection = 50;

/** What an attack has at hand. One at a time uses it. */
export class Arena {
  readonly target: Target;
  /** Set for each attack, by its index. */
  random: Random;
  index = 0;
  /** Absent: in plain text. */
  readonly #tls: ClientTls | undefined;
  #client: GrpcClient | undefined;
  #calls = 0;

  /** Further ends of calls whose nodes may be anybody: over TLS they must be who their certificate names. */
  readonly denials: readonly number[];

  constructor(target: Target, random: Random, tls?: ClientTls) {
    this.denials = tls ? [grpcCodes.permissionDenied] : [];
    this.target = target;
    this.random = random;
    this.#tls = tls;
  }

  /** Begins a call on a connection that several attacks share, one after the other. */
  async call(path: string, headers: { readonly [name: string]: string } = {}): Promise<ClientCall> {
    if (
      !this.#client ||
      this.#client.session.destroyed ||
      this.#client.session.closed ||
      this.#calls >= callsPerConnection
    ) {
      await this.#client?.close();
      this.#client = this.#tls
        ? new GrpcClient(`https://${this.target.tls}`, { rejectUnauthorized: false, ...this.#tls })
        : new GrpcClient(`http://${this.target.plain}`);
      this.#calls = 0;
    }
    this.#calls += 1;
    return this.#client.call(path, headers);
  }

  /** A connection without any protocol. */
  raw(): Promise<RawConnection> {
    return this.#tls ? connectRawTls(this.target.tls) : connectRaw(this.target.plain);
  }

  close(): Promise<void> {
    return this.#client?.close() ?? Promise.resolve();
  }
}

/** Reads all that comes, to the end. */
export async function drain(call: ClientCall): Promise<void> {
  while (await call.next());
}

/** Waits for the end of a call, which must be one of `codes`; default: any that says clearly what was wrong. */
export async function endOf(call: ClientCall, codes: readonly number[] = clear): Promise<EndOfCall> {
  await drain(call);
  const end = await call.ended;
  assert.ok(codes.includes(end.code), `the call ended with ${end.code} (${end.message})`);
  if (end.code > grpcCodes.ok) assert.notEqual(end.message, "", `status ${end.code} has no message`);
  return end;
}

/** Ends the client's side, so that a server with no objection ends the call well. */
export function finish(call: ClientCall, codes?: readonly number[]): Promise<EndOfCall> {
  call.stream.end();
  return endOf(call, codes);
}
