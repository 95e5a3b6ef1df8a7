/**
 * Asks a real Envoy about everything that Fairway makes of the sample configurations:
 *   node test/compare/validate-samples.ts [--match REGEX] [--golden] [--show]
 * `--golden` adds the cases of istiod's golden answers and our own; `--show` prints a rejected bootstrap.
 */
import { parseArgs } from "node:util";
import { goldenFolder } from "../golden/istiod-xds.ts";
import { casesIn, ownFolder } from "./compared-case.ts";
import { judgeSamples } from "./judge-samples.ts";
import { sampleInputs } from "./sample-inputs.ts";

const { values } = parseArgs({
  options: {
    match: { type: "string", default: "." },
    golden: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});

const pattern = new RegExp(values.match);
const golden = values.golden ? [...casesIn(goldenFolder, pattern), ...casesIn(ownFolder, pattern)] : [];
const inputs = [...sampleInputs().filter(({ name }) => pattern.test(name)), ...golden];
const { judged, rejections } = await judgeSamples(inputs);
for (const { input, node, message, bootstrap } of rejections) {
  process.stdout.write(`${input} ${node}: ${message}\n`);
  if (values.show) process.stdout.write(`${JSON.stringify(bootstrap, null, 1)}\n`);
}
process.stdout.write(`${inputs.length} inputs, ${judged} configurations, ${rejections.length} rejected\n`);
process.exitCode = rejections.length === 0 ? 0 : 1;
