import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** A directory that is being filled, under a name that nobody looks for. */
export interface DirectoryInTheMaking {
  /** Where its content is to be put. */
  readonly path: string;
  /** Gives it its name; if somebody else was faster, theirs stays. */
  keep(): void;
  /** Removes it. */
  drop(): void;
}

/** Begins a directory that appears whole or not at all, however many processes make it at once. */
export function beginDirectory(dir: string): DirectoryInTheMaking {
  mkdirSync(dirname(dir), { recursive: true });
  const path = mkdtempSync(join(dirname(dir), ".making-"));
  const drop = () => rmSync(path, { recursive: true, force: true });
  return {
    path,
    drop,
    keep() {
      try {
        renameSync(path, dir);
      } catch (error) {
        drop();
        if (!existsSync(dir)) throw error;
      }
    },
  };
}
