import { type BigIntStats, promises as fs } from "node:fs";
import { join } from "node:path";
import type { FoundDirectory } from "../../base/directory-watcher.ts";

/** A configuration file. */
export interface FoundFile {
  /** Relative to the directory, with `/` between its parts. */
  readonly path: string;
  readonly absolute: string;
  /** Differs when the content may differ. */
  readonly signature: string;
}

/** What a directory holds now. */
export interface DirectoryScan {
  /** Sorted by path. */
  readonly files: readonly FoundFile[];
  readonly directories: readonly FoundDirectory[];
  /** Relative paths, "" for the whole, of what could not be looked at: nothing can be said of the files below. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

const configFile = /\.(ya?ml|json)$/;

/**
 * Looks for YAML and JSON files in a directory and those below it, following symbolic links. Names that begin with a dot
 * are passed over: they are editors' files, and in a mounted ConfigMap the directories behind the links.
 */
export async function scanDirectory(root: string): Promise<DirectoryScan> {
  const scan = { files: [] as FoundFile[], directories: [] as FoundDirectory[], unreadable: [] as Unreadable[] };
  await visitDirectory(root, "", [], scan);
  scan.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return scan;
}

type Unreadable = DirectoryScan["unreadable"][number];

interface MutableScan {
  readonly files: FoundFile[];
  readonly directories: FoundDirectory[];
  readonly unreadable: Unreadable[];
}

/** `above`: the identities of the directories on the way here, by which a link that leads back is known. */
async function visitDirectory(
  absolute: string,
  path: string,
  above: readonly string[],
  scan: MutableScan,
): Promise<void> {
  try {
    const stats = await fs.stat(absolute, { bigint: true });
    const identity = `${stats.dev}:${stats.ino}`;
    if (above.includes(identity)) return;
    const names = await fs.readdir(absolute);
    scan.directories.push({ absolute, identity });
    for (const name of names) {
      if (!name.startsWith(".")) await visitEntry(join(absolute, name), join(path, name), [...above, identity], scan);
    }
  } catch (error) {
    scan.unreadable.push({ path, reason: messageOf(error) });
  }
}

async function visitEntry(absolute: string, path: string, above: readonly string[], scan: MutableScan): Promise<void> {
  let stats: BigIntStats;
  try {
    stats = await fs.stat(absolute, { bigint: true });
  } catch (error) {
    // A name that is gone a moment later, or a link to nothing, is no file at all.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") scan.unreadable.push({ path, reason: messageOf(error) });
    return;
  }
  if (stats.isDirectory()) return visitDirectory(absolute, path, above, scan);
  if (!stats.isFile() || !configFile.test(path)) return;
  const signature = `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
  scan.files.push({ path, absolute, signature });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
