const suffixes: { readonly [suffix: string]: bigint } = {
  n: 1n,
  u: 10n ** 3n,
  m: 10n ** 6n,
  "": 10n ** 9n,
  k: 10n ** 12n,
  M: 10n ** 15n,
  G: 10n ** 18n,
  T: 10n ** 21n,
  P: 10n ** 24n,
  E: 10n ** 27n,
  Ki: (10n ** 9n) << 10n,
  Mi: (10n ** 9n) << 20n,
  Gi: (10n ** 9n) << 30n,
  Ti: (10n ** 9n) << 40n,
  Pi: (10n ** 9n) << 50n,
  Ei: (10n ** 9n) << 60n,
};

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,2}))?$/;

/** An amount, exact to a billionth. */
export class CelQuantity {
  /** Billionths. */
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** Reads a Kubernetes quantity such as `1.5Gi`; fractions below a billionth are rounded up, as Kubernetes does. */
export function parseQuantity(text: string): CelQuantity | undefined {
  const [, sign, whole = "", fraction = "", suffix = "", exponent] = (text.length <= 64 && form.exec(text)) || [];
  if (sign === undefined || whole + fraction === "") return undefined;
  const digits = BigInt(whole + fraction);
  const power = exponent === undefined ? 0 : Number(exponent);
  const up = (suffixes[suffix] ?? 0n) * 10n ** BigInt(Math.max(0, power));
  const down = 10n ** BigInt(fraction.length + Math.max(0, -power));
  const nanos = (digits * up + down - 1n) / down;
  return new CelQuantity(sign === "-" ? -nanos : nanos);
}

/** The whole number that the quantity is, if it is one of 64 bits. */
export function wholeQuantity(quantity: CelQuantity): bigint | undefined {
  const whole = quantity.nanos / 10n ** 9n;
  const fits = BigInt.asIntN(64, whole) === whole;
  return fits && whole * 10n ** 9n === quantity.nanos ? whole : undefined;
}
