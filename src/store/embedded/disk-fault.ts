import { FairwayError } from "../../base/fault.ts";

const full: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const readOnly: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM"]);

/** The fault for an operating system's error on the file at `path`. */
export function diskFault(error: unknown, path: string): FairwayError {
  if (error instanceof FairwayError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  const reason = error instanceof Error ? error.message : String(error);
  if (full.has(code)) {
    const message = `the disk of ${path} is full (${reason}); nothing was written, free some space and try again`;
    return new FairwayError("StoreFull", message, { cause: error, details: { retryAfterSeconds: 5 } });
  }
  if (readOnly.has(code)) {
    const message = `${path} cannot be written (${reason}); check its permissions and whether the disk is mounted read-only`;
    return new FairwayError("StoreReadOnly", message, { cause: error });
  }
  return new FairwayError("StoreFailed", `writing ${path} failed (${reason})`, { cause: error });
}
