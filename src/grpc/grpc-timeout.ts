const unitMs: { readonly [unit: string]: number } = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 0.001, n: 0.000001 };

/** Timers take no more; who waits longer than three weeks waits for ever. */
const maxMs = 2 ** 31 - 1;

/** Milliseconds of a `grpc-timeout` header such as `20S`; undefined if there is none that can be read. */
export function parseTimeout(header: string | readonly string[] | undefined): number | undefined {
  const match = typeof header === "string" ? /^(\d{1,8})([HMSmun])$/.exec(header) : null;
  if (!match) return undefined;
  const ms = Number(match[1]) * (unitMs[match[2] ?? ""] ?? 0);
  return ms > maxMs ? undefined : ms;
}
