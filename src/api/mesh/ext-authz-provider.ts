import { bool, list, map, obj, opt, str, uint32 } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { namesService, serviceFields } from "./provider-service.ts";

/** The statuses that Envoy's StatusCode has a name for. */
const envoyStatuses: ReadonlySet<number> = new Set([
  ...[100, 200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308],
  ...[400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417],
  ...[421, 422, 423, 424, 426, 428, 429, 431, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511],
]);

/** An HTTP status, as text, that Envoy can answer with; empty text counts as absent. */
const isEnvoyStatus: Check<string> = (text, report) => {
  if (text === "" || (/^\d{3}$/.test(text) && envoyStatuses.has(Number(text)))) return;
  report("FW0815", `should be an HTTP status such as '403', not '${text}'`);
};

const isPathPrefix: Check<string> = (text, report) => {
  if (text !== "" && !text.startsWith("/")) report("FW0816", `should start with '/', not '${text}'`);
};

const requestBody = obj({
  maxRequestBytes: opt(1, uint32(), "Bytes that are kept for the question; longer bodies are refused with 413."),
  allowPartialMessage: opt(2, bool(), "Whether a longer body is cut instead of refused; default: no."),
  packAsBytes: opt(3, bool(), "Whether the body is sent as bytes instead of text; gRPC only. Default: no."),
});

const headerMatches = list(str());
const statusOnError = str({ checks: [isEnvoyStatus] });
const timeoutDoc = "How long an answer may take; default: `600s`.";
const failOpenDoc = "Whether requests pass when the service fails; default: no.";
const clearRouteCacheDoc = "Whether the route is chosen anew after the service changed headers; default: no.";
const statusDoc = "Status that clients get when the service fails; default: `403`.";
const bodyDoc = "Sends the request's body along; absent: no body.";

/** A service that is asked over HTTP whether a request may pass. */
export const extAuthzHttpProvider = obj(
  {
    ...serviceFields({ service: 1, port: 2 }),
    timeout: opt(9, duration(), timeoutDoc),
    pathPrefix: opt(3, str({ checks: [isPathPrefix] }), "Put before the request's path to make the question's."),
    failOpen: opt(4, bool(), failOpenDoc),
    clearRouteCache: opt(14, bool(), clearRouteCacheDoc),
    statusOnError: opt(5, statusOnError, statusDoc),
    includeHeadersInCheck: opt(6, headerMatches, "Headers of the request that the service sees.", {
      deprecated: "use `includeRequestHeadersInCheck`",
    }),
    includeRequestHeadersInCheck: opt(
      10,
      headerMatches,
      "Headers of the request that the service sees; `*` at the start or end matches any text.",
    ),
    includeAdditionalHeadersInCheck: opt(11, map(str()), "Fixed headers that the service sees, by their names."),
    includeRequestBodyInCheck: opt(12, requestBody, bodyDoc),
    headersToUpstreamOnAllow: opt(7, headerMatches, "Headers of a yes that the request gets on its way."),
    headersToDownstreamOnDeny: opt(8, headerMatches, "Headers of a no that the client gets; absent: all."),
    headersToDownstreamOnAllow: opt(13, headerMatches, "Headers of a yes that the client gets; absent: none."),
  },
  { checks: [namesService] },
);

/** A service that is asked over gRPC whether a request or connection may pass. */
export const extAuthzGrpcProvider = obj(
  {
    ...serviceFields({ service: 1, port: 2 }),
    timeout: opt(5, duration(), timeoutDoc),
    failOpen: opt(3, bool(), failOpenDoc),
    clearRouteCache: opt(7, bool(), clearRouteCacheDoc),
    statusOnError: opt(4, statusOnError, statusDoc),
    includeRequestBodyInCheck: opt(6, requestBody, bodyDoc),
  },
  { checks: [namesService] },
);

export interface ExtAuthzHttpProvider extends Infer<typeof extAuthzHttpProvider> {}
export interface ExtAuthzGrpcProvider extends Infer<typeof extAuthzGrpcProvider> {}
