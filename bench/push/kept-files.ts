import { markdownReport } from "./markdown-report.ts";
import { plot } from "./plot.ts";
import type { PushResults } from "./results.ts";

/** The files of a run that is kept, by name: the results themselves, and what is made from them. */
export function keptFiles(results: PushResults): ReadonlyMap<string, string> {
  return new Map([
    ["push.json", `${JSON.stringify(results, null, 1)}\n`],
    ["push.md", markdownReport(results)],
    ["push.svg", plot(results)],
  ]);
}
