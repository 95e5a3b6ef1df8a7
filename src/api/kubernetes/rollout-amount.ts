import { intOrString } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";

const isAmount: Check<number | string> = (value, report) => {
  if (typeof value === "number" ? value >= 0 : /^\d+%$/.test(value)) return;
  report("FW0619", `must be a number of pods or a percentage such as '25%', not '${value}'`);
};

/** A number of pods, or a percentage of the wanted number. */
export const rolloutAmount = intOrString({ checks: [isAmount] });

/** Whether an amount is none at all: `0` or `0%`. */
export function isNone(amount: number | string): boolean {
  return amount === 0 || /^0+%$/.test(String(amount));
}

/** Percents of an amount, if it is a percentage. */
export function percentOf(amount: number | string): number | undefined {
  return typeof amount === "string" && amount.endsWith("%") ? Number(amount.slice(0, -1)) : undefined;
}
