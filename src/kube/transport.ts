import type { Readable } from "node:stream";
import type { Coming } from "./reading-pace.ts";

/** A request to an API server. */
export interface KubeRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  /** Bytes, or a stream of them, which can be sent only once. */
  readonly body?: Uint8Array | Readable;
  /** Ends the request, or the reading of its answer. */
  readonly signal?: AbortSignal;
  /** Milliseconds without a byte after which the request is given up. Default: never. */
  readonly silence?: number;
}

/** An answer whose body is still to come. */
export interface KubeResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: AsyncIterable<Uint8Array>;
  /** What has come of the body and was not read. Default: nobody knows. */
  readonly coming?: Coming;
}

/** Sends requests to one API server; rejects where no answer comes. */
export type Transport = (request: KubeRequest) => Promise<KubeResponse>;
