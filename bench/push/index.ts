/**
 * How changes reach many sidecars, alone or beside istiod: the program behind `fairway bench`, which gives it a plan as
 * JSON. Prints what it has measured, and keeps it where the plan says so.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";
import type { BenchPlan } from "../../src/main/bench/bench-plan.ts";
import { goSkipReason } from "../../test/peers/go-program.ts";
import { comparedSteps } from "./figures.ts";
import { growthsOf } from "./growth.ts";
import { keptFiles } from "./kept-files.ts";
import { runPlan } from "./run-plan.ts";
import { textReport } from "./text-report.ts";

const plan = JSON.parse(process.argv[2] ?? "") as BenchPlan;
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(new Error("stopped"));
  });
}
try {
  if (goSkipReason !== false) throw new Error(`the sidecars are a Go program: it ${goSkipReason}`);
  const results = await runPlan(plan, stop.signal);
  if (plan.save !== undefined) {
    mkdirSync(plan.save, { recursive: true });
    for (const [file, text] of keptFiles(results)) writeFileSync(join(plan.save, file), text);
  }
  const steps = comparedSteps(results);
  const told = { ...results, compared: steps, growth: growthsOf(steps) };
  console.log(plan.output === "json" ? JSON.stringify(told, null, 2) : textReport(results));
} catch (error) {
  // What was told to stop may end before this process hears of it.
  await immediate();
  console.error(`error: ${stop.signal.aborted ? "stopped" : error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
