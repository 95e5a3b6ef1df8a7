import type { RegistrySnapshot } from "../registry-snapshot.ts";

/** All that a snapshot holds but its version, in an order of its own, for comparing by value. */
export function plainSnapshot({ parts }: RegistrySnapshot): unknown {
  const { version: _, ...maps } = parts;
  return Object.fromEntries(
    Object.entries(maps).map(([name, map]) => [name, [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))]),
  );
}
