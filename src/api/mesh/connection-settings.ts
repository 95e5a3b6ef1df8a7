import { bool, choice, int32, obj, opt } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";

const limit = int32({ wrapped: true, min: 0 });
const windowSize = int32({ wrapped: true, min: 65535 });

/** How a proxy treats its clients' connections: buffers, timeouts, limits and the cleaning of headers and paths. */
export const connectionSettings = obj({
  profile: opt(
    1,
    choice({ SIDECAR: 0, EDGE: 1 }),
    "Values for all fields not set: `SIDECAR` (default) has none, `EDGE` those for proxies that face the internet.",
  ),
  listenerPerConnectionBufferLimitBytes: opt(2, limit, "Bytes buffered per client connection; 32768 with `EDGE`."),
  clusterPerConnectionBufferLimitBytes: opt(3, limit, "Bytes buffered per upstream connection; 32768 with `EDGE`."),
  httpIdleTimeout: opt(4, duration(), "Closes HTTP connections without requests; `1h` with `EDGE`."),
  httpMaxConnectionDuration: opt(5, duration(), "How long an HTTP connection may last in all."),
  httpDrainTimeout: opt(6, duration(), "Time between the notice that a connection closes and its end."),
  httpRequestTimeout: opt(7, duration(), "Time to receive a whole request; `5m` with `EDGE`."),
  httpRequestHeadersTimeout: opt(8, duration(), "Time to receive a request's headers."),
  httpStreamIdleTimeout: opt(9, duration(), "Ends streams without any traffic; `5m` with `EDGE`."),
  httpMaxStreamDuration: opt(10, duration(), "How long a request and its answer may take in all."),
  httpMaxConcurrentStreams: opt(11, limit, "Streams at once per HTTP/2 connection; 100 with `EDGE`."),
  http2InitialStreamWindowSize: opt(12, windowSize, "Bytes of HTTP/2's window per stream; 65536 with `EDGE`."),
  http2InitialConnectionWindowSize: opt(
    13,
    windowSize,
    "Bytes of HTTP/2's window per connection; 1048576 with `EDGE`.",
  ),
  httpHeadersWithUnderscoresAction: opt(
    14,
    choice({
      HEADERS_WITH_UNDERSCORES_UNSPECIFIED: 0,
      HEADERS_WITH_UNDERSCORES_ALLOW: 1,
      HEADERS_WITH_UNDERSCORES_REJECT_REQUEST: 2,
      HEADERS_WITH_UNDERSCORES_DROP_HEADER: 3,
    }),
    "What becomes of headers with an underscore in their name; default: allowed, with `EDGE` rejected.",
  ),
  httpMergeSlashes: opt(15, bool({ wrapped: true }), "Whether `//` in a path becomes `/`; yes with `EDGE`."),
  httpPathWithEscapedSlashesAction: opt(
    16,
    choice({
      PATH_WITH_ESCAPED_SLASHES_UNSPECIFIED: 0,
      KEEP_UNCHANGED: 1,
      REJECT_REQUEST: 2,
      UNESCAPE_AND_REDIRECT: 3,
      UNESCAPE_AND_FORWARD: 4,
    }),
    "What becomes of `%2F` and `%5C` in a path; default: kept, with `EDGE` unescaped by a redirect.",
  ),
  listenerConnectionLimit: opt(17, limit, "Connections at once per listener."),
  globalDownstreamConnectionLimit: opt(18, limit, "Connections at once over all listeners."),
});

export interface ConnectionSettings extends Infer<typeof connectionSettings> {}
