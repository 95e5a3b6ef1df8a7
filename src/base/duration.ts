const units: { readonly [unit: string]: number } = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Milliseconds of a duration such as `1h30m`, `1.5s` or `100ms`; undefined if the text is none. A bare `0` is one. */
export function parseDuration(text: string): number | undefined {
  if (text.length > 64) return undefined;
  const negative = text.startsWith("-");
  const body = text.replace(/^[-+]/, "");
  if (body === "0") return 0;
  const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;
  let total = 0;
  let at = 0;
  while (at < body.length) {
    part.lastIndex = at;
    const match = part.exec(body);
    if (!match) return undefined;
    total += Number(match[1]) * (units[match[2] ?? ""] ?? Number.NaN);
    at = part.lastIndex;
  }
  return at === 0 ? undefined : negative ? -total : total;
}
