import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ComparedResource } from "./compare-answers.ts";

/** The page with the table. */
export const explanationsPage = join(import.meta.dirname, "../../docs/istiod-differences.md");

/** A difference that is meant, with its reason. */
export interface Explanation {
  readonly list: string;
  readonly name: RegExp;
  /** Of the place that differs, such as `/filterChains/0/name`; a resource on one side only differs at the root, ``. */
  readonly path: RegExp;
  readonly reason: string;
}

/**
 * The table of meant differences in a Markdown page: rows of a table whose header is `type | name | path | reason`. Type
 * is `clusters`, `endpoints`, `listeners`, `routes` or `*`; name and path are patterns in backquotes, which must match
 * whole. `\|` in a cell is a bar, for Markdown and for the pattern alike.
 */
export function readExplanations(file: string): readonly Explanation[] {
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const header = rows.findIndex((cells) => cells.slice(1, 5).join(" ").toLowerCase() === "type name path reason");
  if (header < 0) return [];
  const body = rows.slice(header + 2);
  const end = body.findIndex((cells) => cells.length < 6);
  return body.slice(0, end < 0 ? body.length : end).map(([, list = "", name = "", path = "", reason = ""]) => {
    return { list, name: whole(name), path: whole(path), reason };
  });
}

/** The cases that the page says are touched by meant differences: rows such as "| `case` | 1, 2 |". */
export function casesThatDiffer(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set();
  const rows = readFileSync(file, "utf8").matchAll(/^\| `([a-z0-9-]+)` \| [\d, ]+ \|$/gm);
  return new Set(Array.from(rows, ([, name = ""]) => name));
}

/** The reason of a resource's difference, if each place that differs has one. */
export function explain(
  resource: Omit<ComparedResource, "outcome">,
  explanations: readonly Explanation[],
): string | undefined {
  const fitting = explanations.filter(
    ({ list, name }) => (list === "*" || list === resource.list) && name.test(resource.name),
  );
  const reasons = new Set<string>();
  for (const path of differingPaths(resource.there, resource.here)) {
    const found = fitting.find((each) => each.path.test(path));
    if (!found) return undefined;
    reasons.add(found.reason);
  }
  return [...reasons].join("; ");
}

/** Where two values differ, as paths of keys and positions. Lists of different length differ as a whole. */
export function differingPaths(a: unknown, b: unknown, at = ""): readonly string[] {
  if (isDeepStrictEqual(a, b)) return [];
  if (Array.isArray(a) !== Array.isArray(b)) return [at];
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return [at];
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return [at];
  const [x, y] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const keys = [...new Set([...Object.keys(x), ...Object.keys(y)])];
  return keys.flatMap((key) => differingPaths(x[key], y[key], `${at}/${key}`));
}

function whole(cell: string): RegExp {
  return new RegExp(`^(?:${cell.replace(/^`|`$/g, "")})$`);
}
