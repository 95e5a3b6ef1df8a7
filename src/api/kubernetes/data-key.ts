import { str } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";

/** The text of a key in a ConfigMap or Secret, or of a file's name made of one. */
export const isDataKey: Check<string> = (key, report) => {
  if (key.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(key) && key !== "." && !key.startsWith("..")) return;
  report("FW0608", `must be up to 253 letters, digits, '-', '_' or '.', not '${key}'`);
};

/** A key of a ConfigMap or Secret. */
export const dataKey = str({ checks: [isDataKey] });
