import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { defaultLimits, readDocuments, type SourceDocument, type SourceProblem, sourceProblem } from "../api/index.ts";
import type { Terminal } from "./command.ts";

/** What `-f` gave: the documents of all files, and what could not be read. */
export interface Inputs {
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly SourceProblem[];
}

/** Reads files, folders and standard input (`-`). What cannot be read is a problem; the rest is read all the same. */
export async function readInputs(paths: readonly string[], terminal: Terminal): Promise<Inputs> {
  const documents: SourceDocument[] = [];
  const problems: SourceProblem[] = [];
  const take = (bytes: Uint8Array, name: string) => {
    const read = readDocuments(bytes, name);
    documents.push(...read.documents);
    problems.push(...read.problems);
  };
  for (const path of paths) {
    if (path === "-") take(await terminal.input(), "-");
    else {
      for await (const found of walk(path, new Set())) {
        if (typeof found === "string") take(await readFile(found), found);
        else problems.push(found);
      }
    }
  }
  return { documents, problems };
}

/** The files behind a path: itself, or those in a folder, sorted by name; a problem for each that cannot be read. */
async function* walk(path: string, above: ReadonlySet<string>): AsyncGenerator<string | SourceProblem> {
  try {
    const info = await stat(path);
    if (!info.isDirectory()) {
      if (info.size <= defaultLimits.maxBytes) yield path;
      else yield unreadable(path, "FW0004", `must be at most ${defaultLimits.maxBytes} bytes long`);
      return;
    }
    const real = await realpath(path);
    if (above.has(real)) return;
    for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const isFile = /\.(ya?ml|json)$/.test(entry.name);
      const followed = entry.isDirectory() || (entry.isSymbolicLink() && !isFile);
      if (isFile || followed) yield* walk(join(path, entry.name), new Set([...above, real]));
    }
  } catch (error) {
    yield unreadable(path, "FW0008", `must be readable: ${(error as NodeJS.ErrnoException).code ?? error}`);
  }
}

function unreadable(path: string, code: "FW0004" | "FW0008", message: string): SourceProblem {
  return sourceProblem(path, { line: 1, column: 1 }, { code, message });
}
