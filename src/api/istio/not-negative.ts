import { int32 } from "../schema/build.ts";
import type { Check } from "../schema/schema.ts";

/** A number from 0. */
const isNotNegative: Check<number> = (value, report) => {
  if (value < 0) report("FW0105", `must be 0 or more, not ${value}`);
};

/** A limit of something countable. Published schemas do not say that it cannot be negative. */
export const limit = int32({ checks: [isNotNegative] });
