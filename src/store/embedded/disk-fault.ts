import { FairwayError } from "../../base/fault.ts";

const full: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const readOnly: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM"]);

/** The fault for an operating system's error on the file at `path`. */
export function diskFault(error: unknown, path: string): FairwayError {
  const { code } = error as NodeJS.ErrnoException;
  // What the operating system did not say is a fault already, or a bug.
  if (error instanceof FairwayError || !(error instanceof Error) || code === undefined) return FairwayError.from(error);
  const reason = error.message;
  if (full.has(code)) {
    const message = `the disk of ${path} is full (${reason}); nothing was written, free some space and try again`;
    return new FairwayError("StoreFull", message, { cause: error, details: { retryAfterSeconds: 5 } });
  }
  if (readOnly.has(code)) {
    const message = `${path} cannot be written (${reason}); check its permissions and whether the disk is mounted read-only`;
    return new FairwayError("StoreReadOnly", message, { cause: error });
  }
  return new FairwayError("StoreFailed", `the disk of ${path} failed (${reason})`, { cause: error });
}
