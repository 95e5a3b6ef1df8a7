import { readFile } from "node:fs/promises";
import {
  formatKey,
  type KindCatalog,
  keyOf,
  type ProblemCode,
  problemCodes,
  type Resource,
  type ResourceKey,
  type SourceProblem,
  sourceProblem,
} from "../../api/index.ts";
import { FairwayError, isFault } from "../../base/fault.ts";
import type { DirectoryScan, FoundFile } from "./scan-directory.ts";
import { withSource } from "./source-annotation.ts";

/** Makes objects of a file's bytes. Never throws for what a user may write. */
export type FileReader = (
  path: string,
  bytes: Uint8Array,
) => { readonly resources: readonly Resource[]; readonly problems: readonly SourceProblem[] };

/** An object that a file asks for, in its stored version and marked with its file. */
export interface WantedObject {
  readonly key: ResourceKey;
  readonly file: string;
  readonly resource: Resource;
}

/** What all files together ask for. */
export interface Wanted {
  /** By `formatKey`. */
  readonly objects: ReadonlyMap<string, WantedObject>;
  readonly problems: ReadonlyMap<string, readonly SourceProblem[]>;
  /** Whether a file may define more than could be read of it: objects it had before are then to be kept. */
  readonly isUncertain: (file: string) => boolean;
}

interface Reading {
  readonly signature: string;
  readonly resources: readonly Resource[];
  readonly problems: readonly SourceProblem[];
}

/** Reads the files of a directory, each again only when it has changed. */
export class WantedObjects {
  readonly #read: FileReader;
  #readings = new Map<string, Reading>();
  #kinds: KindCatalog | undefined;

  constructor(read: FileReader) {
    this.#read = read;
  }

  /** What the files ask for. Where two ask for the same object, the first by path has it. */
  async read(scan: DirectoryScan, kinds: KindCatalog): Promise<Wanted> {
    // What a reader makes of a file depends on the kinds that are known.
    if (kinds !== this.#kinds) this.#readings.clear();
    this.#kinds = kinds;
    const readings = new Map<string, Reading>();
    for (const file of scan.files) {
      const known = this.#readings.get(file.path);
      readings.set(file.path, known?.signature === file.signature ? known : await this.#readFile(file));
    }
    this.#readings = readings;
    return combine(scan, readings, kinds);
  }

  async #readFile({ path, absolute, signature }: FoundFile): Promise<Reading> {
    let bytes: Uint8Array;
    try {
      bytes = await readFile(absolute);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Without a signature it is tried again the next time.
      return { signature: "", resources: [], problems: [problemOf(path, "FW0008", `must be readable: ${reason}`)] };
    }
    return { signature, ...this.#read(path, bytes) };
  }
}

function combine(scan: DirectoryScan, readings: ReadonlyMap<string, Reading>, kinds: KindCatalog): Wanted {
  const objects = new Map<string, WantedObject>();
  const problems = new Map<string, SourceProblem[]>();
  for (const { path, reason } of scan.unreadable) {
    problems.set(path, [
      problemOf(path, "FW0008", `must be readable: ${reason}; the objects from there stay as they are`),
    ]);
  }
  for (const [file, reading] of readings) {
    const own = [...reading.problems];
    for (const resource of reading.resources) {
      const problem = addObject(objects, file, resource, kinds);
      if (problem) own.push(problem);
    }
    if (own.length > 0) problems.set(file, own);
  }
  const broken = (file: string) => problems.get(file)?.some((problem) => problem.severity === "error") ?? false;
  const hidden = (file: string) =>
    scan.unreadable.some(({ path }) => path === "" || file === path || file.startsWith(`${path}/`));
  return { objects, problems, isUncertain: (file) => broken(file) || hidden(file) };
}

function addObject(
  objects: Map<string, WantedObject>,
  file: string,
  input: Resource,
  kinds: KindCatalog,
): SourceProblem | undefined {
  try {
    const resource = withSource(kinds.toStored(input), file);
    const key = keyOf(resource);
    const other = objects.get(formatKey(key));
    if (other) return problemOf(file, "FW0009", `must be defined once: ${other.file} defines it too`, key);
    objects.set(formatKey(key), { key, file, resource });
    return undefined;
  } catch (error) {
    return faultProblem(file, error, keyOf(input));
  }
}

/** A fault of the store as a problem of the file whose object it would not take; other errors are thrown again. */
export function faultProblem(file: string, error: unknown, key: ResourceKey): SourceProblem {
  if (isFault(error, "NotFound")) return problemOf(file, "FW0109", error.message, key);
  if (isFault(error, "Invalid", "TooLarge")) return problemOf(file, "FW0115", error.message, key);
  throw FairwayError.from(error);
}

function problemOf(file: string, code: ProblemCode, message: string, object?: ResourceKey): SourceProblem {
  const { severity } = problemCodes[code];
  return sourceProblem(file, { line: 1, column: 1 }, { code, message, severity }, object);
}
