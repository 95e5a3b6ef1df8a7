import type { FractionalPercent } from "../gen/envoy/type/v3.ts";

/** A cluster by name, and its share of the calls: the shares of all add up to 1. */
export interface Share {
  readonly cluster: string;
  readonly share: number;
}

interface Weighted {
  readonly name?: string | undefined;
  readonly weight?: number | undefined;
}

/** Shares by weight. Clusters without weight get no calls and are left out. */
export function sharesOf(weighted: readonly Weighted[]): readonly Share[] {
  const total = weighted.reduce((sum, { weight = 0 }) => sum + weight, 0);
  return weighted
    .filter(({ weight = 0 }) => weight > 0)
    .map(({ name = "", weight = 0 }) => ({ cluster: name, share: weight / total }));
}

/** A part of all calls as a number from 0 to 1; absent is 0. */
export function fractionOf(percent: FractionalPercent | undefined): number {
  const { numerator = 0, denominator = "HUNDRED" } = percent ?? {};
  return Math.min(1, numerator / { HUNDRED: 100, TEN_THOUSAND: 10_000, MILLION: 1_000_000 }[denominator]);
}

/** `12.5 %`. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toFixed(4))} %`;
}
