import type { ResourceKey } from "./proxy-config.ts";
import type { Destination } from "./upstream.ts";

/** What a step is about, in the order in which Envoy comes to them. */
export type StepKind =
  | "listener"
  | "listener-filter"
  | "filter-chain"
  | "tls"
  | "network-filter"
  | "route-table"
  | "virtual-host"
  | "route"
  | "http-filter"
  | "action"
  | "cluster";

/**
 * What a step decided: something was `chosen`; the call `passed` on; it `ended` here; or only the proxy at work can tell
 * (`unknown`), and the walk goes on as if it had passed.
 */
export type Decision = "chosen" | "passed" | "ended" | "unknown";

/** One decision on the way of a call. */
export interface Step {
  readonly kind: StepKind;
  readonly decision: Decision;
  /** Of the resource, filter or route; empty if it has none. */
  readonly name: string;
  /** One plain sentence. */
  readonly text: string;
  /** Objects that the resource was made from. */
  readonly sources?: readonly ResourceKey[];
  /** The object that this very part came from, as a path: `/apis/networking.istio.io/v1/namespaces/app/virtual-service/reviews`. */
  readonly config?: string;
}

/** Why a connection is closed without an answer. */
export type CloseReason =
  | "no-listener"
  | "no-filter-chain"
  | "several-filter-chains"
  | "tls-error"
  | "protocol-error"
  | "denied"
  | "no-cluster"
  | "no-endpoints"
  | "black-hole"
  | "no-filter";

/** Why the proxy itself answers a request. */
export type AnswerReason =
  | "no-route-table"
  | "no-virtual-host"
  | "no-route"
  | "redirect"
  | "direct-response"
  | "denied"
  | "unauthenticated"
  | "fault"
  | "cors-preflight"
  | "bad-request"
  | "no-cluster"
  | "no-endpoints"
  | "black-hole";

/** The request as it is sent on. */
export interface ForwardedRequest {
  readonly method: string;
  /** Path and query, rewritten. */
  readonly path: string;
  readonly host: string;
}

export interface Forwarded {
  readonly kind: "forwarded";
  /** Absent: bytes are forwarded. */
  readonly request?: ForwardedRequest;
  /** Clusters with their shares, which add up to 1. */
  readonly destinations: readonly Destination[];
}

export interface Answered {
  readonly kind: "answered";
  readonly reason: AnswerReason;
  readonly status: number;
  /** Where a redirect leads. */
  readonly location?: string;
  readonly body?: string;
}

export interface Closed {
  readonly kind: "closed";
  readonly reason: CloseReason;
}

export type Outcome = Forwarded | Answered | Closed;

/** Names of what the call matched. */
export interface Matched {
  readonly listener?: string;
  readonly filterChain?: string;
  readonly routeTable?: string;
  readonly virtualHost?: string;
  readonly route?: string;
}

/** The way of a call through one proxy. */
export interface Trace {
  readonly steps: readonly Step[];
  readonly matched: Matched;
  readonly outcome: Outcome;
}
