/**
 * Compares Fairway with the golden answers of istiod and tells how much is equal:
 *   node test/golden/score.ts [--type clusters] [--case REGEX] [--name REGEX] [--node client] [--diff] [--limit 5]
 */

import { isDeepStrictEqual, parseArgs } from "node:util";
import { diffLines } from "./diff-lines.ts";
import {
  actualAnswer,
  caseNames,
  expectedAnswer,
  type ListName,
  listNames,
  nodesOf,
  translateCase,
} from "./istiod-xds.ts";

const { values } = parseArgs({
  options: {
    type: { type: "string" },
    case: { type: "string", default: "." },
    name: { type: "string", default: "." },
    node: { type: "string" },
    diff: { type: "boolean", default: false },
    limit: { type: "string", default: "5" },
  },
});

const lists = listNames.filter((list) => values.type === undefined || values.type.split(",").includes(list));
const named = new RegExp(values.name);
const scores = new Map<ListName, { equal: number; all: number }>(lists.map((list) => [list, { equal: 0, all: 0 }]));
let shown = 0;
let cases = 0;
let equalCases = 0;

for (const name of caseNames(new RegExp(values.case))) {
  const findings: string[] = [];
  for (const node of nodesOf(name)) {
    if (values.node !== undefined && node !== values.node) continue;
    const translation = translateCase(name, node);
    for (const { plan, error } of translation.failures) findings.push(`${node} failed: ${plan.name}: ${String(error)}`);
    const expected = expectedAnswer(name, node);
    const actual = actualAnswer(translation);
    for (const list of lists) {
      const score = scores.get(list) ?? { equal: 0, all: 0 };
      for (const each of new Set([...expected[list].keys(), ...actual[list].keys()])) {
        if (!named.test(each)) continue;
        const [theirs, ours] = [expected[list].get(each), actual[list].get(each)];
        score.all += 1;
        if (isDeepStrictEqual(theirs, ours)) {
          score.equal += 1;
          continue;
        }
        findings.push(
          `${node} ${list} ${each}: ${ours === undefined ? "missing" : theirs === undefined ? "surplus" : "differs"}`,
        );
        if (values.diff && shown < Number(values.limit)) {
          shown += 1;
          findings.push(diffLines(theirs, ours));
        }
      }
    }
  }
  cases += 1;
  if (findings.length === 0) equalCases += 1;
  else
    process.stdout.write(
      `${name}\n  ${findings.slice(0, values.diff ? 1000 : 4).join("\n  ")}${findings.length > 4 && !values.diff ? `\n  … ${findings.length} in all` : ""}\n`,
    );
}
for (const [list, { equal, all }] of scores) process.stdout.write(`${list.padEnd(10)} ${equal} of ${all}\n`);
process.stdout.write(`cases      ${equalCases} of ${cases}\n`);
