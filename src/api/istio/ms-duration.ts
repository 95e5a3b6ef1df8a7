import { parseDuration } from "../../base/duration.ts";
import { isDuration } from "../checks/duration.ts";
import { str } from "../schema/build.ts";
import type { Check, StringSchema } from "../schema/schema.ts";

const isWholeMs: Check<string> = (text, report) => {
  const ms = parseDuration(text) ?? 0;
  // Half a nanosecond: binary fractions of a written decimal are off by less.
  if (Math.abs(ms - Math.round(ms)) > 5e-7) report("FW0201", `must be whole milliseconds, not '${text}'`);
};

/** A duration of whole milliseconds: at least 1, or also 0 where that switches something off. */
export function msDuration(options: { readonly orZero?: boolean } = {}): StringSchema {
  return str({ wire: "duration", checks: [options.orZero ? isMsOrZero : isMs, isWholeMs] });
}

const isMs = isDuration({ min: 1 });

const isMsOrZero: Check<string> = (text, report) => {
  if (parseDuration(text) !== 0) isMs(text, report);
};
