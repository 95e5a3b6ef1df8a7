import type { FairwayError, FaultCode } from "../base/fault.ts";

/** The HTTP code and Kubernetes' reason of each fault: the only place where they are known. */
const answers: { readonly [code in FaultCode]: readonly [number, string] } = {
  NotFound: [404, "NotFound"],
  AlreadyExists: [409, "AlreadyExists"],
  Conflict: [409, "Conflict"],
  Invalid: [422, "Invalid"],
  BadRequest: [400, "BadRequest"],
  Unauthorized: [401, "Unauthorized"],
  Forbidden: [403, "Forbidden"],
  MethodNotAllowed: [405, "MethodNotAllowed"],
  NotAcceptable: [406, "NotAcceptable"],
  UnsupportedMediaType: [415, "UnsupportedMediaType"],
  Expired: [410, "Expired"],
  TooLarge: [413, "RequestEntityTooLarge"],
  Timeout: [504, "Timeout"],
  TooMany: [429, "TooManyRequests"],
  Unavailable: [503, "ServiceUnavailable"],
  StoreFull: [507, "InsufficientStorage"],
  StoreReadOnly: [500, "InternalError"],
  StoreFailed: [500, "InternalError"],
  StoreCorrupt: [500, "InternalError"],
  StoreLocked: [500, "InternalError"],
  StoreFormat: [500, "InternalError"],
  Settings: [500, "InternalError"],
  Internal: [500, "InternalError"],
};

/** Kubernetes' Status object. */
export interface Status {
  readonly kind: "Status";
  readonly apiVersion: "v1";
  readonly metadata: object;
  readonly status: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: string;
  readonly details?: object;
  readonly code?: number;
}

/** The Status of a fault. The message of an internal one stays inside: it may tell what is nobody's business. */
export function statusOf(fault: FairwayError): Status & { readonly code: number } {
  const [code, reason] = answers[fault.code];
  const { causes, retryAfterSeconds, ...names } = fault.details;
  const named = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== ""));
  const details = { ...named, ...(causes && { causes }), ...(retryAfterSeconds && { retryAfterSeconds }) };
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: fault.code === "Internal" ? "an internal error occurred; the server's log has it" : fault.message,
    reason,
    ...(Object.keys(details).length > 0 && { details }),
    code,
  };
}
