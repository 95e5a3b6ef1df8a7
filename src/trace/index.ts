/**
 * Walks a call through the configuration of one proxy: listener, filter chain, TLS, filters, route, cluster, endpoint,
 * by Envoy's own rules. What a proxy was told and a call come in; every decision with its reason goes out. Pure: nothing
 * is asked of a proxy, and what only a proxy at work can tell is said to be unknown.
 */
export { type Call, type CallProtocol, type CallTls, formatPlace, isRequest, type SocketPlace } from "./call.ts";
export type { Named, ProxyConfig, ResourceKey, Sourced } from "./proxy-config.ts";
export type {
  Answered,
  AnswerReason,
  Closed,
  CloseReason,
  Decision,
  Forwarded,
  ForwardedRequest,
  Matched,
  Outcome,
  Step,
  StepKind,
  Trace,
} from "./trace.ts";
export type { UpstreamTls } from "./transport-socket.ts";
export type { Destination, DestinationProblem, UpstreamEndpoint } from "./upstream.ts";
export { upstreamProtocol } from "./upstream-call.ts";
export { walkCall } from "./walk-call.ts";
