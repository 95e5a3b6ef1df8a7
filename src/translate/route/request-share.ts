import type { FractionalPercent } from "../../gen/envoy/type/v3.ts";

/** A percentage with fractions, in millionths; below that there is nothing. */
export function millionths(percent: number): FractionalPercent {
  return { numerator: Math.trunc(percent * 10_000), denominator: "MILLION" };
}

/** A whole percentage. */
export function wholePercent(percent: number): FractionalPercent {
  return { numerator: percent };
}
