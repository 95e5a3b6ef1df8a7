import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { XdsAnswer } from "./ads-client.ts";
import { type Message, nameOf } from "./references.ts";

const lists = ["clusters", "endpoints", "listeners", "routes", "extensions"] as const;
const empty: XdsAnswer = { clusters: [], endpoints: [], listeners: [], routes: [], extensions: [] };

/** An answer as what is new or differs from the base, in the form of the golden files; without a base, all of it. */
export interface StoredAnswer extends Partial<XdsAnswer> {
  readonly removed?: readonly { readonly type: string; readonly name: string }[];
}

/** What is stored of an answer, given that of the same node without the case. */
export function storedAnswer(answer: XdsAnswer, base: XdsAnswer = empty): StoredAnswer {
  const removed: { type: string; name: string }[] = [];
  const changed = lists.map((list) => {
    const before = new Map(base[list].map((each) => [nameOf(each), each]));
    const now = new Set(answer[list].map(nameOf));
    for (const name of before.keys()) if (!now.has(name)) removed.push({ type: list, name });
    return [list, answer[list].filter((each) => !isDeepStrictEqual(before.get(nameOf(each)), each))] as const;
  });
  const kept = changed.filter(([list, messages]) => list !== "extensions" || messages.length > 0);
  return { ...(Object.fromEntries(kept) as Partial<XdsAnswer>), removed };
}

/** The whole answer that a stored one stands for. */
export function wholeAnswer(stored: StoredAnswer, base: XdsAnswer = empty): XdsAnswer {
  const gone = new Set((stored.removed ?? []).map(({ type, name }) => `${type} ${name}`));
  const whole = lists.map((list) => {
    const all = new Map<string, Message>();
    for (const each of [...(base[list] ?? []), ...(stored[list] ?? [])]) all.set(nameOf(each), each);
    return [list, [...all.values()].filter((each) => !gone.has(`${list} ${nameOf(each)}`))];
  });
  return Object.fromEntries(whole) as XdsAnswer;
}

/** Reads a stored answer, if it is there. */
export function readStored(folder: string, node: string): StoredAnswer | undefined {
  const file = join(folder, `${node}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as StoredAnswer) : undefined;
}

/** Writes an answer, each resource on a line of its own with its keys in one order, so that a change shows as that line. */
export function writeStored(folder: string, node: string, stored: StoredAnswer): void {
  const parts = Object.entries(stored).map(([list, all]) => {
    const lines = all.map((each: unknown) => `\n  ${JSON.stringify(inOrder(each))}`);
    return ` ${JSON.stringify(list)}: [${lines.join(",")}${lines.length > 0 ? "\n " : ""}]`;
  });
  writeFileSync(join(folder, `${node}.json`), `{\n${parts.join(",\n")}\n}\n`);
}

/**
 * Whether an answer says nothing that another node's does not say already: the same resources are changed, and what does
 * not carry the node's own name and policies (all but listeners) is equal.
 */
export function repeats(stored: StoredAnswer, other: StoredAnswer): boolean {
  return lists.every((list) => {
    const [mine, theirs] = [stored[list] ?? [], other[list] ?? []];
    return list === "listeners"
      ? isDeepStrictEqual(mine.map(nameOf), theirs.map(nameOf))
      : isDeepStrictEqual(mine, theirs);
  });
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== "object") return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, each]) => [key, inOrder(each)]));
}
