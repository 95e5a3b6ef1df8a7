import type { Check } from "../schema/schema.ts";

/** A share of traffic. */
export const isWeight: Check<number> = (weight, report) => {
  if (weight < 0) report("FW0316", `must be 0 or more, not ${weight}`);
};

/** Among several destinations, one must get traffic. */
export const haveWeights: Check<readonly { readonly weight?: number | undefined }[]> = (destinations, report) => {
  if (destinations.length > 1 && destinations.every(({ weight }) => !weight)) {
    report("FW0316", "must have a `weight` above 0 on one of the destinations at least");
  }
};
