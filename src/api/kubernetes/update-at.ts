import { isObject } from "../../base/json.ts";

/** A copy of `value` in which the part at `path` is changed; the same value if there is no such part. */
export function updateAt(value: unknown, path: readonly string[], change: (part: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: updateAt(value[step], rest, change) };
}
