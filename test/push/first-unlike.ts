import { isObject } from "../../src/base/json.ts";

/** Where two values differ first, and how: `a.b[0] is 1, not 2`; undefined if they do not. */
export function firstUnlike(actual: unknown, expected: unknown, path = ""): string | undefined {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) return told(path, actual, expected);
    return firstOf(actual.map((each, i) => () => firstUnlike(each, expected[i], `${path}[${i}]`)));
  }
  if (isObject(actual) && isObject(expected)) {
    const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
    return firstOf(Array.from(names, (name) => () => firstUnlike(actual[name], expected[name], `${path}.${name}`)));
  }
  return JSON.stringify(actual) === JSON.stringify(expected) ? undefined : told(path, actual, expected);
}

function firstOf(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}

function told(path: string, actual: unknown, expected: unknown): string {
  const short = (value: unknown) => JSON.stringify(value)?.slice(0, 500);
  return `${path} is ${short(actual)}, not ${short(expected)}`;
}
