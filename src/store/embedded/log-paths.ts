import { join } from "node:path";

/** The files of a data directory. */
export interface LogPaths {
  readonly directory: string;
  readonly log: string;
  /** A log being written that is to take the place of the present one; without meaning after a restart. */
  readonly next: string;
  readonly lock: string;
  /** Who holds the lock, for messages only. */
  readonly holder: string;
}

/** The files of the data directory at this path. */
export function logPaths(directory: string): LogPaths {
  return {
    directory,
    log: join(directory, "store.log"),
    next: join(directory, "store.log.new"),
    lock: join(directory, "lock"),
    holder: join(directory, "lock.holder"),
  };
}
