import type { Check } from "../schema/schema.ts";
import { isMatchText } from "./match-text.ts";

/** Whether a path is a template: it holds `{*}` (one segment) or `{**}` (any number of segments). */
export function isPathTemplate(path: string): boolean {
  return path.includes("{*}") || path.includes("{**}");
}

/** A path to compare with: plain, with a wildcard at an end, or a template that Envoy can compile. */
export const isMatchPath: Check<string> = (path, report) => {
  if (!isPathTemplate(path)) return isMatchText(path, report);
  const fault = templateFault(path);
  if (fault !== undefined) report("FW0410", `must be a path template ${fault}, not '${path}'`);
};

function templateFault(path: string): string | undefined {
  let restSeen = false;
  for (const segment of path.split("/")) {
    const operator = segment === "{*}" || segment === "{**}";
    if (operator && restSeen) return "with `{**}` as its last operator";
    if (!operator && /[*{}]/.test(segment)) return "whose segments are plain text, `{*}` or `{**}`";
    restSeen ||= segment === "{**}";
  }
  return path.startsWith("/") ? undefined : "that starts with '/'";
}
