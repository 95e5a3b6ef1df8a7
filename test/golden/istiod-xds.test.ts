import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { explain, readExplanations } from "../compare/explained-differences.ts";
import { diffLines } from "./diff-lines.ts";
import {
  actualAnswer,
  caseNames,
  expectedAnswer,
  listNames,
  nodesOf,
  skipReason,
  translateCase,
} from "./istiod-xds.ts";
import { waitsFor } from "./waiting-cases.ts";

const page = join(import.meta.dirname, "../../docs/istiod-differences.md");
const explanations = readExplanations(page);
/** The cases that the page names: only they may differ, and they must. */
const differing = new Set(
  Array.from(readFileSync(page, "utf8").matchAll(/^\| `([a-z0-9-]+)` \| [\d, ]+ \|$/gm), ([, name]) => name),
);

/** What of a case is not as istiod has it, and not meant to be so. */
function unexplained(name: string): readonly string[] {
  const allowed = differing.has(name) ? explanations : [];
  return nodesOf(name).flatMap((node) => {
    const translation = translateCase(name, node);
    assert.deepEqual(translation.failures, [], node);
    const expected = expectedAnswer(name, node);
    const actual = actualAnswer(translation);
    return listNames.flatMap((list) =>
      [...new Set([...expected[list].keys(), ...actual[list].keys()])].flatMap((each) => {
        const [there, here] = [expected[list].get(each), actual[list].get(each)];
        if (isDeepStrictEqual(there, here)) return [];
        if (explain({ list, name: each, there, here }, allowed) !== undefined) return [];
        return [`${node} ${list} ${each}\n${diffLines(there, here)}`];
      }),
    );
  });
}

describe("what Fairway sends is what istiod sends", { skip: skipReason }, () => {
  for (const name of caseNames()) {
    const kind = waitsFor(name);
    if (differing.has(name)) {
      test(`${name}, with differences that are meant`, () => assert.deepEqual(unexplained(name), []));
    } else if (kind === undefined) test(name, () => assert.deepEqual(unexplained(name), []));
    else test(`${name}, which waits for ${kind}`, () => assert.notDeepEqual(unexplained(name), []));
  }
});
