/** Values by exact or wildcard host, for finding the most specific one that covers a host. */
export interface HostMap<T> {
  readonly exact: ReadonlyMap<string, T>;
  /** By what follows the `*`: `.example.com` for `*.example.com`, and empty for `*`. */
  readonly suffixes: ReadonlyMap<string, T>;
  /** Whether a wildcard is but part of a label, as in `*-api.example.com`; else only dots can begin a suffix. */
  readonly partial: boolean;
}

/** A map of the entries; of two for the same host the first stays. */
export function hostMap<T>(entries: Iterable<readonly [host: string, value: T]>): HostMap<T> {
  const exact = new Map<string, T>();
  const suffixes = new Map<string, T>();
  let partial = false;
  for (const [host, value] of entries) {
    const into = isWildcard(host) ? suffixes : exact;
    const at = isWildcard(host) ? host.slice(1) : host;
    if (into === suffixes && at !== "" && !at.startsWith(".")) partial = true;
    if (!into.has(at)) into.set(at, value);
  }
  return { exact, suffixes, partial };
}

/** The value of exactly this host, which may be a wildcard. */
export function getHost<T>({ exact, suffixes }: HostMap<T>, host: string): T | undefined {
  return isWildcard(host) ? suffixes.get(host.slice(1)) : exact.get(host);
}

/**
 * The value of the most specific host that covers this one: itself, else the longest wildcard. Of a wildcard host, those
 * that cover all of it.
 */
export function findHost<T>(map: HostMap<T>, host: string): T | undefined {
  for (const value of matchesOf(map, host)) return value;
  return undefined;
}

/** As `findHost`, all values that cover the host, the most specific first. */
export function* matchesOf<T>({ exact, suffixes, partial }: HostMap<T>, host: string): Generator<T> {
  const wildcard = isWildcard(host);
  const tail = wildcard ? host.slice(1) : host;
  if (!wildcard) {
    const value = exact.get(host);
    if (value !== undefined) yield value;
  }
  if (suffixes.size === 0) return;
  // A wildcard stands for at least one character, so a plain host is never its own suffix.
  for (let at = wildcard ? 0 : nextStart(tail, 0, partial); at <= tail.length; at = nextStart(tail, at, partial)) {
    const value = suffixes.get(tail.slice(at));
    if (value !== undefined) yield value;
  }
}

function nextStart(text: string, at: number, partial: boolean): number {
  if (partial || at === text.length) return at + 1;
  const dot = text.indexOf(".", at + 1);
  return dot < 0 ? text.length : dot;
}

export function isWildcard(host: string): boolean {
  return host.startsWith("*");
}

/** Whether one of two hosts covers the other: `*.com` and `a.com`, either way round. */
export function hostsOverlap(a: string, b: string): boolean {
  return coversHost(a, b) || coversHost(b, a);
}

/** Whether every name that `narrow` stands for is one of `wide`'s. */
export function coversHost(wide: string, narrow: string): boolean {
  if (!isWildcard(wide)) return wide === narrow;
  return narrow.length >= wide.length && narrow.endsWith(wide.slice(1));
}
