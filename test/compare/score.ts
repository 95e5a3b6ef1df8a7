/**
 * Compares Fairway with the stored answers of istiod in our own cases (test/compare/testdata), without any peer running:
 *   node test/compare/score.ts [--case REGEX] [--diffs 5]
 */
import { parseArgs } from "node:util";
import { diffLines } from "../golden/diff-lines.ts";
import { casesIn, ownFolder } from "./compared-case.ts";
import { differenceLines, ownDifferences } from "./own-golden.ts";

const { values } = parseArgs({
  options: { case: { type: "string", default: "." }, diffs: { type: "string", default: "0" } },
});

let diffs = Number(values.diffs);
let equal = 0;
const cases = casesIn(ownFolder, new RegExp(values.case));
for (const compared of cases) {
  const differences = ownDifferences(compared);
  if (differences.length === 0) {
    equal += 1;
    continue;
  }
  process.stdout.write(`${compared.name}\n  ${differenceLines(differences).join("\n  ")}\n`);
  for (const { there, here } of differences.flatMap(({ resources }) => resources).slice(0, diffs)) {
    diffs -= 1;
    process.stdout.write(`${diffLines(there, here)}\n`);
  }
}
process.stdout.write(`${equal} of ${cases.length} cases equal\n`);
