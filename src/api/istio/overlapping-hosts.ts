/** Two hosts of a list of which the first covers the second, or is the same. */
export interface Overlap {
  readonly wide: string;
  readonly narrow: string;
  /** Index of the narrow one. */
  readonly index: number;
}

/** Hosts that another one of the list covers: `a.example.com` beside `*.example.com`, or the same host twice. */
export function overlappingHosts(hosts: readonly string[]): readonly Overlap[] {
  // Read backwards, what a wildcard covers begins with it, so that sorting brings it and all that it covers together.
  const sorted = hosts.map((host, index) => ({ host, index, key: backwards(host), wild: host.startsWith("*") }));
  sorted.sort((a, b) => compare(a.key, b.key) || Number(b.wild) - Number(a.wild) || a.index - b.index);
  const overlaps: Overlap[] = [];
  let wide: (typeof sorted)[number] | undefined;
  for (const entry of sorted) {
    if (wide && (wide.wild ? entry.key.startsWith(wide.key) : entry.key === wide.key)) {
      overlaps.push({ wide: wide.host, narrow: entry.host, index: entry.index });
    } else wide = entry;
  }
  return overlaps;
}

function backwards(host: string): string {
  return [...(host.startsWith("*") ? host.slice(1) : host)].reverse().join("");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
