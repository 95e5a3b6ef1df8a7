import type { Report } from "../problem.ts";
import { list, str } from "../schema/build.ts";
import { validName } from "./host.ts";

/** Namespaces that an object is visible in. */
export const exportTo = list(str());

interface ExportRule {
  readonly namespace: string | undefined;
  /** `~`, for nobody, is allowed. */
  readonly nobody?: boolean;
}

/** What is wrong with an `exportTo` of an object in a namespace. */
export function checkExportTo(entries: readonly string[] | undefined, rule: ExportRule, report: Report): void {
  const seen = new Set<string>();
  entries?.forEach((entry, i) => {
    const meant = entry === "." ? (rule.namespace ?? ".") : entry;
    if (seen.has(meant)) report("FW0301", `must name each namespace once: '${entry}' repeats one`, i);
    seen.add(meant);
    if (entry === "." || entry === "*" || (entry === "~" && rule.nobody)) return;
    if (!validName(entry)) report("FW0301", `must be '.', '*' or a namespace, not '${entry}'`, i);
  });
  if (!entries || entries.length < 2) return;
  for (const alone of ["*", "~"]) {
    const at = entries.indexOf(alone);
    if (at >= 0) report("FW0301", `must stand alone: '${alone}' leaves nothing for other entries`, at);
  }
}
