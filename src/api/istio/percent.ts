import { double, obj, opt } from "../schema/build.ts";
import type { Check, Infer } from "../schema/schema.ts";

/** A number from 0 to 100. */
export const isPercentage: Check<number> = (value, report) => {
  if (value < 0 || value > 100) report("FW0202", `must be from 0 to 100, not ${value}`);
};

// Proxies count in millionths, so that smaller shares would be none.
const isMeasurable: Check<number> = (value, report) => {
  if (value > 0 && value < 0.0001) report("FW0202", `must be 0 or at least 0.0001, not ${value}`);
};

/** A share of requests. */
export const percent = obj({
  value: opt(1, double({ checks: [isPercentage] }), "Percentage from 0 to 100; fractions are allowed. Default: 0."),
});

/** A share of requests that a fault hits. */
export const faultPercent = obj({
  value: opt(
    1,
    double({ checks: [isPercentage, isMeasurable] }),
    "Percentage from 0.0001 to 100, or 0 for none. Default: 0.",
  ),
});

export interface Percent extends Infer<typeof percent> {}
