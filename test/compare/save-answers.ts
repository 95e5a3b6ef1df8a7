import { rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { diffLines } from "../golden/diff-lines.ts";
import { goldenFolder } from "../golden/istiod-xds.ts";
import type { XdsAnswer } from "./ads-client.ts";
import type { CaseResult } from "./compare-case.ts";
import { ownFolder } from "./compared-case.ts";
import type { Answers } from "./live-answers.ts";
import { readStored, repeats, type StoredAnswer, storedAnswer, wholeAnswer, writeStored } from "./stored-answer.ts";

/**
 * Stores what istiod answered in one of our own cases: every node that the case adds, and the nodes it changes something
 * for, but for those that repeat another's changes.
 */
export function saveAnswers(name: string, { answers }: CaseResult, base: Answers): void {
  const folder = join(ownFolder, name);
  const kept: StoredAnswer[] = [];
  for (const [node, answer] of answers) {
    const stored = storedAnswer(withoutVersions(answer), base.get(node));
    const changes = Object.values(stored).some((list) => list.length > 0);
    rmSync(join(folder, `${node}.json`), { force: true });
    if (node !== "client" && (!changes || kept.some((each) => repeats(stored, each)))) continue;
    kept.push(stored);
    writeStored(folder, node, stored);
  }
}

/** Where istiod does not answer as the shared golden set says: then this machinery is wrong. */
export function unlikeStored(name: string, { answers }: CaseResult, base: Answers): readonly string[] {
  return [...answers].flatMap(([node, answer]) => {
    const expected = readStored(join(goldenFolder, name), node);
    if (!expected) return [];
    const found = storedAnswer(answer, name === "000-base" ? undefined : base.get(node));
    const [wanted, got] = [steady(wholeAnswer(expected)), steady(wholeAnswer(found))];
    if (isDeepStrictEqual(wanted, got)) return [];
    return [`istiod answers ${node} unlike the stored answer:\n${diffLines(wanted, got)}`];
  });
}

/** Without what differs from run to run: versions that the API server gives, and addresses that istiod hands out in turn. */
function steady(answer: XdsAnswer): XdsAnswer {
  const text = JSON.stringify(withoutVersions(answer))
    .replace(/240\.240\.0\.\d+/g, "240.240.0.N")
    .replace(/2001:2::[0-9a-f]+/g, "2001:2::N");
  return JSON.parse(text) as XdsAnswer;
}

function withoutVersions(answer: XdsAnswer): XdsAnswer {
  const text = JSON.stringify(answer).replace(/("ISTIO_META_WASM_PLUGIN_RESOURCE_VERSION":)"\d+"/g, '$1"N"');
  return JSON.parse(text) as XdsAnswer;
}
