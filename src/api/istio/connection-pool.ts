import { atLeastOne } from "../checks/across.ts";
import { bool, choice, obj, opt } from "../schema/build.ts";
import type { Check, Infer, InferFields } from "../schema/schema.ts";
import { msDuration } from "./ms-duration.ts";
import { limit } from "./not-negative.ts";
import { count } from "./port-number.ts";

/** How idle TCP connections are probed. */
export const tcpKeepalive = obj({
  probes: opt(1, count, "Probes without an answer after which the connection is dead. Default: the system's, often 9."),
  time: opt(2, msDuration(), "How long a connection is idle before the first probe. Default: the system's, often 2h."),
  interval: opt(3, msDuration(), "Time between probes. Default: the system's, often 75s."),
});

const tcpSettings = obj({
  maxConnections: opt(1, limit, "Most connections to the destination. Default: no limit."),
  connectTimeout: opt(2, msDuration(), "Time for a connection to be made. Default: 10s."),
  tcpKeepalive: opt(3, tcpKeepalive, "How idle connections are probed. Default: not at all."),
  maxConnectionDuration: opt(4, msDuration(), "Longest life of a connection. Default: no limit."),
  idleTimeout: opt(
    5,
    msDuration({ orZero: true }),
    "How long a connection may be without traffic; `0s` is without limit. Default: 1h.",
  ),
});

const connectionKeepalive = obj({
  interval: opt(1, msDuration(), "Time between HTTP/2 pings."),
  timeout: opt(2, msDuration(), "Time for a ping to be answered, after which the connection is closed."),
});

const httpFields = {
  http1MaxPendingRequests: opt(1, limit, "Most requests waiting for a connection. Default: no limit."),
  http2MaxRequests: opt(2, limit, "Most requests under way at once. Default: no limit."),
  maxRequestsPerConnection: opt(
    3,
    limit,
    "Requests after which a connection is closed; 1 means no keep-alive. Default: no limit.",
  ),
  maxRetries: opt(4, limit, "Most retries under way at once to all endpoints. Default: no limit."),
  idleTimeout: opt(5, msDuration(), "How long a connection may be without requests. Default: 1h."),
  h2UpgradePolicy: opt(
    6,
    choice({ DEFAULT: 0, DO_NOT_UPGRADE: 1, UPGRADE: 2 }),
    "Whether HTTP/1.1 connections are upgraded to HTTP/2. Default: what the mesh says.",
  ),
  useClientProtocol: opt(7, bool(), "Use the caller's HTTP version towards the destination. Default: false."),
  maxConcurrentStreams: opt(8, limit, "Most streams at once on an HTTP/2 connection. Default: 2147483647."),
  http2KeepAlive: opt(9, connectionKeepalive, "How HTTP/2 connections are probed. Default: not at all."),
};

const hasOneProtocol: Check<InferFields<typeof httpFields>> = (http, report) => {
  if (http.useClientProtocol && http.h2UpgradePolicy === "UPGRADE") {
    report("FW0111", "must not be true when `h2UpgradePolicy` is 'UPGRADE'", "useClientProtocol");
  }
};

/** Limits on connections and requests to a destination. */
export const connectionPoolSettings = obj(
  {
    tcp: opt(1, tcpSettings, "Limits for connections, of HTTP too."),
    http: opt(2, obj(httpFields, { checks: [hasOneProtocol] }), "Limits for HTTP."),
  },
  { checks: [atLeastOne("tcp", "http")] },
);

export interface TcpKeepalive extends Infer<typeof tcpKeepalive> {}
export interface ConnectionPoolSettings extends Infer<typeof connectionPoolSettings> {}
