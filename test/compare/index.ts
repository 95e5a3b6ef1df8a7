/**
 * One configuration, asked of a real istiod and of Fairway: what each sends to the same proxies, side by side.
 *   npm run compare:istiod [-- --case REGEX | --own REGEX | --file PATH… | --samples] [--diffs 5] [--save] [--keep-logs]
 * Cases are those of the shared golden set (then istiod must answer as stored, too) or our own in test/compare/testdata, whose
 * answers `--save` stores anew. Differences with a reason in docs/istiod-differences.md count as explained; any other ends
 * with exit code 1.
 */
import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { goldenFolder, skipReason } from "../golden/istiod-xds.ts";
import { LiveIstiod } from "../peers/live-istiod.ts";
import { compareCase, untilRestored } from "./compare-case.ts";
import { baseCase, type ComparedCase, casesIn, fileCase, objectsIn, ownFolder, worldObjects } from "./compared-case.ts";
import { explanationsPage, readExplanations } from "./explained-differences.ts";
import { createByAge, settledAnswers } from "./live-answers.ts";
import { Report } from "./report.ts";
import { sampleCases } from "./sample-cases.ts";
import { saveAnswers, unlikeStored } from "./save-answers.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: "string" },
    own: { type: "string" },
    file: { type: "string", multiple: true, default: [] },
    samples: { type: "boolean", default: false },
    diffs: { type: "string", default: "5" },
    save: { type: "boolean", default: false },
    "keep-logs": { type: "string" },
  },
});

if (skipReason !== false) throw new Error(`the comparison ${skipReason}`);

const explanations = readExplanations(explanationsPage);
const report = new Report(explanations, Number(values.diffs));
const definitions = objectsIn(join(goldenFolder, "../../istio-crds/crd-all.gen.yaml"));
process.stderr.write("starting etcd, kube-apiserver and istiod\n");
const live = await LiveIstiod.start(definitions);
try {
  await run();
} finally {
  if (values["keep-logs"] !== undefined) cpSync(live.dir, values["keep-logs"], { recursive: true });
  await live.close();
}
process.stdout.write(`\n${report.summary()}`);
process.exitCode = report.clean ? 0 : 1;

async function run(): Promise<void> {
  const base = baseCase();
  await createByAge(
    live,
    // The API server has made this one itself.
    worldObjects().filter(({ metadata }) => metadata.name !== "kubernetes"),
  );
  await live.use(base);
  const before = await settledAnswers(live, base.nodes);
  for (const compared of chosen()) {
    try {
      const known = await withoutUnknown(compared);
      const result = await compareCase(live, known);
      report.take(compared.name, result);
      if (values.case !== undefined)
        for (const line of unlikeStored(compared.name, result, before)) report.fail(compared.name, line);
      if (values.save) saveAnswers(compared.name, result, before);
    } catch (error) {
      report.fail(compared.name, error);
    }
    await untilRestored(live, base, before);
  }
}

function chosen(): readonly ComparedCase[] {
  const files = [...values.file, ...positionals];
  if (files.length > 0) return [fileCase(files.map((file) => basename(file)).join(" "), files)];
  if (values.samples) return sampleCases();
  if (values.case !== undefined) return casesIn(goldenFolder, new RegExp(values.case));
  return casesIn(ownFolder, new RegExp(values.own ?? "."));
}

/** Without objects of kinds that this API server has no definition of; neither side sees them. */
async function withoutUnknown(compared: ComparedCase): Promise<ComparedCase> {
  const known = await Promise.all(compared.objects.map((object) => live.client.knows(object)));
  return { ...compared, objects: compared.objects.filter((_, at) => known[at]) };
}
