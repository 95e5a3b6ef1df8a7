import type { Check } from "../schema/schema.ts";

/**
 * References to the same object (by `identity`) must each name another part of it: either all or none of them set each
 * of the `parts`, and no two set the same.
 */
export function distinctRefs<T extends object>(
  identity: (ref: T) => readonly unknown[],
  ...parts: readonly (keyof T & string)[]
): Check<readonly T[]> {
  const names = parts.map((part) => `\`${part}\``).join(" or ");
  return (refs, report) => {
    const first = new Map<string, T>();
    const seen = new Set<string>();
    refs.forEach((ref, index) => {
      const object = JSON.stringify(identity(ref));
      const part = JSON.stringify([object, ...parts.map((name) => ref[name] ?? null)]);
      const other = first.get(object);
      if (other === undefined) first.set(object, ref);
      else if (seen.has(part)) {
        report("FW0703", `must differ in ${names} from the other references to the same object`, index);
      } else if (parts.some((name) => (ref[name] === undefined) !== (other[name] === undefined))) {
        report("FW0703", `must set ${names} just as the other references to the same object do`, index);
      }
      seen.add(part);
    });
  };
}
