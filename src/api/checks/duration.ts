import { parseDuration } from "../../base/duration.ts";
import type { Check } from "../schema/schema.ts";

/** A duration of at least `min` milliseconds (default: not negative) and at most `max`. */
export function isDuration(options: { readonly min?: number; readonly max?: number } = {}): Check<string> {
  const { min = 0, max = Number.POSITIVE_INFINITY } = options;
  return (text, report) => {
    const ms = parseDuration(text);
    if (ms === undefined) report("FW0201", `must be a duration such as '5s' or '100ms', not '${text}'`);
    else if (ms < min) report("FW0201", `must be a duration of at least ${formatMs(min)}, not '${text}'`);
    else if (ms > max) report("FW0201", `must be a duration of at most ${formatMs(max)}, not '${text}'`);
  };
}

function formatMs(ms: number): string {
  if (ms !== 0 && ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
