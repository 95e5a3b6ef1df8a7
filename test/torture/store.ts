/**
 * Tortures the embedded store: `npm run torture:store -- [--cycles N] [--seed N]`. Ends with one line of JSON, and with
 * exit code 1 if anything that was acknowledged is missing.
 */
import { parseArgs } from "node:util";
import { tortureStore } from "./store-cycles.ts";

const { values } = parseArgs({ options: { cycles: { type: "string" }, seed: { type: "string" } } });
const report = await tortureStore(Number(values.cycles ?? 1000), Number(values.seed ?? 1));
console.log(JSON.stringify(report));
const { lost, resurrected, revisionRegressions, watchDivergences } = report;
process.exitCode = lost + resurrected + revisionRegressions + watchDivergences > 0 ? 1 : 0;
