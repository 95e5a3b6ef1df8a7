/**
 * Faults of the API and of streams: something the caller asked for cannot be done. Bad configuration is not a fault but
 * a Problem (see api/problem.ts). The mapping to HTTP and gRPC codes is made at the edge only.
 */
export const faultCodes = {
  NotFound: "No object has this kind, namespace and name. Check the spelling, or list the kind to see what there is.",
  AlreadyExists: "An object of this kind, namespace and name is there already. Update it instead of creating it.",
  Conflict: "The object changed since it was read. Read it again and repeat the change on the new version.",
  Invalid: "The object breaks a rule of its kind. The message lists each field and what it must be.",
  BadRequest: "The request cannot be understood: a malformed body, path or parameter.",
  Unauthorized: "The request carries no valid credentials. Use the kubeconfig that `fairway up` printed.",
  Forbidden: "The caller may not do this. The message names the rule that stands against it.",
  MethodNotAllowed: "This resource does not support the request's method.",
  NotAcceptable: "No representation that the client accepts can be made.",
  UnsupportedMediaType: "The body's content type is not one this resource accepts.",
  Expired: "The resource version is older than the history that is kept. List again, then watch from there.",
  TooLarge: "The request, object or file is larger than the limit. Split it, or raise the limit's setting.",
  TooMany: "More is asked for at once than can be served. Try again shortly, each client after a time of its own.",
  Timeout: "The operation did not end in time. It may still take effect: read the object again.",
  Unavailable: "The service cannot do this now: it is starting, stopping or recovering. Try again shortly.",
  StoreFull: "The disk that holds the store has no space left. Reads go on; writes work again when there is space.",
  StoreReadOnly: "The store's file cannot be written. Reads go on; check the permissions and the mount.",
  StoreFailed: "Writing the store's file failed. Reads go on; the message carries the operating system's error.",
  StoreCorrupt: "The store's file is damaged before its end. Restore a backup, or run `fairway store repair`.",
  StoreLocked: "Another process holds the data directory. Stop it, or choose another --data-dir.",
  StoreFormat: "The store's file is of another format version or not a Fairway store at all.",
  Settings: "A flag, environment variable or settings file has a value that cannot be used.",
  Internal: "A bug in Fairway. Please report the message and the log lines around it.",
} as const;

export type FaultCode = keyof typeof faultCodes;

/** Optional facts of a fault that the edge turns into `Status.details`. */
export interface FaultDetails {
  readonly group?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly causes?: readonly { readonly reason: string; readonly message: string; readonly field?: string }[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number;
}

/** The one error class that crosses folder borders. */
export class FairwayError extends Error {
  readonly code: FaultCode;
  readonly details: FaultDetails;

  constructor(code: FaultCode, message: string, options: { cause?: unknown; details?: FaultDetails } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "FairwayError";
    this.code = code;
    this.details = options.details ?? {};
  }

  /** `error` itself if it is a FairwayError, else an Internal fault that keeps it as its cause. */
  static from(error: unknown): FairwayError {
    if (error instanceof FairwayError) return error;
    return new FairwayError("Internal", error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Whether `error` is a fault of one of `codes`. */
export function isFault(error: unknown, ...codes: FaultCode[]): error is FairwayError {
  return error instanceof FairwayError && codes.includes(error.code);
}
