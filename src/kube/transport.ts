/** A request to an API server. */
export interface KubeRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With the query. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Uint8Array;
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
}

/** Sends requests to one API server; rejects where no answer comes. */
export type Transport = (request: KubeRequest) => Promise<KubeResponse>;
