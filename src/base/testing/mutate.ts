import type { Random } from "./random.ts";

type Choices<T> = readonly [T, ...T[]];

/** Values that belong nowhere in particular. */
const junk: Choices<unknown> = [null, 0, -1, 1.5, "", "x", true, [], {}, [null], { a: null }, undefined];

/** Texts of the right type that are wrong, or right somewhere else. */
const texts: Choices<string> = [
  "",
  "x",
  "*",
  "*.x",
  "a\nb",
  "(",
  "0s",
  "-1s",
  "10.0.0.0/8",
  "::1",
  "unix:///x",
  "~",
  ".",
];
const numbers: Choices<number> = [0, 1, -1, 80, 65536, 4294967296, 1.5];

/** The value with one thing within it replaced, left out or doubled; often by something of the same type. */
export function mutate(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0 || random.chance(0.1)) {
    return replacement(value, random);
  }
  const key = random.pick(Object.keys(value) as [string, ...string[]]);
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (random.chance(0.15)) {
    if (Array.isArray(copy)) copy.push(copy[Number(key)]);
    else delete copy[key];
    return copy;
  }
  copy[key] = mutate((value as Record<string, unknown>)[key], random);
  return copy;
}

function replacement(value: unknown, random: Random): unknown {
  if (random.chance(0.3)) return random.pick(junk);
  if (typeof value === "string") return random.pick(texts);
  if (typeof value === "number") return random.pick(numbers);
  if (typeof value === "boolean") return !value;
  return random.pick(junk);
}
