/** What the test and the process inside a pod say to each other: JSON over HTTP on a socket file. */

/** A request that is made inside a pod. */
export interface Call {
  readonly address: string;
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  /** Over TLS. Default: plain. */
  readonly tls?: TlsCall;
  /** On a connection of its own, which ends with it. Default: connections are used again. */
  readonly fresh?: boolean;
  /** Milliseconds until the caller gives up. Default 15,000. */
  readonly patience?: number;
}

/** How a call is made over TLS; all in PEM. */
export interface TlsCall {
  /** The server that is asked for. */
  readonly name: string;
  /** By whom it must prove to be that. */
  readonly authority: string;
  /** What the caller proves itself with. Default: nothing. */
  readonly pair?: TlsPair | undefined;
}

/** A certificate and its key, in PEM. */
export interface TlsPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** What came of a call. */
export interface Answer {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
  /** The serial number of the certificate that the server proved itself with, over TLS. */
  readonly certificate?: string;
  /** Why there was none: `ECONNRESET` and the like. */
  readonly error?: string;
  readonly ms: number;
}

/** What a stand-in answers with: itself, and the request as it arrived. */
export interface Echo {
  readonly service: string;
  readonly version: string;
  readonly pod: string;
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** Who the connection came from, seen by the workload. */
  readonly peer: string;
  readonly port: number;
  /** What the services that it called in turn answered. */
  readonly called: readonly (Echo | { readonly status: number; readonly error: string })[];
}

/** A service that stands in for a real one. */
export interface StandIn {
  readonly service: string;
  readonly version: string;
  readonly pod: string;
  readonly ports: readonly { readonly number: number; readonly protocol: "http" | "https" | "tcp" }[];
  /** What it proves itself with over HTTPS. */
  readonly pair?: TlsPair;
  /** What it calls in turn for each request, by the beginning of the request's path; headers of the mesh are passed on. */
  readonly calls: readonly Call[];
}

/** How a stand-in is to deal with what comes. */
export interface Behaviour {
  /** Answers with this status. Default 200. */
  readonly status?: number;
  /** Milliseconds until it answers. */
  readonly delay?: number;
  /** Breaks the connection off in place of an answer. */
  readonly close?: boolean;
  /** For so many requests; then it is itself again. Default: until told otherwise. */
  readonly times?: number;
}

/** Calls that are made one after the other until told to stop, by several callers at once. */
export interface LoadReport {
  readonly sent: number;
  /** Those that did not end with the status 200, the first hundred of them. */
  readonly failures: readonly (Answer & { readonly at: string })[];
  readonly failed: number;
  /** Answers by the pod that gave them. */
  readonly byPod: { readonly [pod: string]: number };
}
