import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";

/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  readonly words: readonly string[];
}

/** The instructions of a Dockerfile by stage, `ARG`s before the first stage in the first place. */
export function readStages(text: string): readonly (readonly Instruction[])[] {
  const lines = text.replaceAll("\\\n", " ").split("\n");
  const stages: Instruction[][] = [[]];
  for (const line of lines) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [name = "", ...words] = line.trim().split(/\s+/);
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, words });
  }
  return stages;
}

/** The words of the last instruction of a name, also where they stand in JSON. */
export function wordsOf(stage: readonly Instruction[], name: string): readonly string[] {
  const words = stage.findLast((instruction) => instruction.name === name)?.words ?? [];
  return words[0]?.startsWith("[") ? (JSON.parse(words.join(" ")) as readonly string[]) : words;
}

/** The variables that a stage sets. */
export function variablesOf(stage: readonly Instruction[]): ReadonlyMap<string, string> {
  const pairs = stage.flatMap(({ name, words }) => (name === "ENV" ? words : []));
  return new Map(pairs.map((pair) => pair.split("=", 2) as [string, string]));
}

/** The files of a directory that are sent to the builder, as `.dockerignore` says: of several patterns the last counts. */
export function contextFiles(root: string): readonly string[] {
  const patterns = readFileSync(`${root}/.dockerignore`, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const wanted = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const candidates = globSync(
    wanted.flatMap((path) => [path, `${path}/**`]),
    { cwd: root, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1));
  return [...new Set(candidates)].filter((file) => {
    const last = patterns.findLast((pattern) => covers(pattern.replace(/^!/, ""), file));
    return last === undefined || last.startsWith("!");
  });
}

/** Whether a pattern means a file, or a directory that it is in. */
function covers(pattern: string, file: string): boolean {
  const parts = file.split("/");
  return parts.some((_, i) => matchesGlob(parts.slice(0, i + 1).join("/"), pattern));
}
