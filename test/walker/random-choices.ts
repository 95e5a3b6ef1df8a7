import type { Random } from "../../src/base/testing/random.ts";

/** One of several. */
export function oneOf<T>(random: Random, items: readonly T[]): T {
  return random.pick(items as readonly [T, ...T[]]);
}

/** Between `least` and `most` of what `make` makes. */
export function several<T>(random: Random, least: number, most: number, make: () => T): readonly T[] {
  return Array.from({ length: least + random.below(most - least + 1) }, make);
}

/** The fields of `make`, or none. */
export function perhaps<T extends object>(random: Random, probability: number, make: () => T): T | object {
  return random.chance(probability) ? make() : {};
}
