import { atLeastOne } from "../checks/across.ts";
import { int32, obj, opt, str } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { isHttpStatus } from "./http-status.ts";
import { msDuration } from "./ms-duration.ts";
import { faultPercent } from "./percent.ts";

/** The names of gRPC's statuses; their numbers are their places here. */
export const grpcStatuses: readonly string[] = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
];

const isGrpcStatus: Check<string> = (status, report) => {
  if (!grpcStatuses.includes(status)) {
    report("FW0318", `must be the name of a gRPC status, such as 'UNAVAILABLE', not '${status}'`);
  }
};

const isUnsupported: Check<{ readonly [name: string]: unknown }> = (fault, report) => {
  for (const name of ["exponentialDelay", "http2Error"]) {
    if (fault[name] !== undefined) report("FW0319", "must not be set: proxies cannot inject such a fault", name);
  }
};

const hasError: Check<{ readonly [name: string]: unknown }> = (abort, report) => {
  if (["httpStatus", "grpcStatus", "http2Error"].every((name) => abort[name] === undefined)) {
    report("FW0328", "should have one of `httpStatus` and `grpcStatus`: without it no request is aborted");
  }
};

const delay = obj(
  {
    percent: opt(1, int32(), "Percentage of requests to delay, as a whole number.", {
      deprecated: "use `percentage`",
    }),
    fixedDelay: opt(2, msDuration(), "How long to hold a request back.", { oneof: "http_delay_type" }),
    exponentialDelay: opt(3, msDuration(), "Not supported.", { oneof: "http_delay_type" }),
    percentage: opt(5, faultPercent, "Share of requests to delay. Default: none."),
  },
  { checks: [isUnsupported] },
);

const abort = obj(
  {
    httpStatus: opt(2, int32({ checks: [isHttpStatus] }), "HTTP status to answer with.", { oneof: "error_type" }),
    grpcStatus: opt(3, str({ checks: [isGrpcStatus] }), "Name of the gRPC status to answer with.", {
      oneof: "error_type",
    }),
    http2Error: opt(4, str(), "Not supported.", { oneof: "error_type" }),
    percentage: opt(5, faultPercent, "Share of requests to abort. Default: none."),
  },
  { checks: [isUnsupported, hasError] },
);

/** Faults to inject, for tests of how callers bear them. */
export const httpFaultInjection = obj(
  {
    delay: opt(1, delay, "Requests are held back before they are forwarded."),
    abort: opt(2, abort, "Requests are answered with an error instead of being forwarded."),
  },
  { checks: [atLeastOne("delay", "abort")] },
);

export interface HttpFaultInjection extends Infer<typeof httpFaultInjection> {}
