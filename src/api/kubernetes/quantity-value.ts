import { validQuantity } from "../checks/quantity.ts";

const decimalExponents: { readonly [suffix: string]: number } = {
  n: -9,
  u: -6,
  m: -3,
  "": 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binarySuffixes = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/**
 * The amount of a quantity in billionths, rounded up as Kubernetes does: exact, so that `1000m` and `1` are equal.
 * Undefined if the value is not a quantity.
 */
export function quantityValue(quantity: number | string): bigint | undefined {
  const text = String(quantity);
  if (!validQuantity(text)) return undefined;
  const [, sign, whole = "", fraction = "", suffix = ""] = /^([+-]?)(\d*)\.?(\d*)(.*)$/.exec(text) ?? [];
  const digits = BigInt(`${whole}${fraction}`);
  const binary = binarySuffixes.indexOf(suffix);
  const scale = binary >= 0 ? 1024n ** BigInt(binary + 1) : 1n;
  const exponent = (binary >= 0 ? 0 : exponentOf(suffix)) - fraction.length + 9;
  const magnitude = shift(digits * scale, exponent);
  return sign === "-" ? -magnitude : magnitude;
}

function exponentOf(suffix: string): number {
  return decimalExponents[suffix] ?? Number(suffix.slice(1));
}

function shift(value: bigint, exponent: number): bigint {
  if (exponent >= 0) return value * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (value + divisor - 1n) / divisor;
}
