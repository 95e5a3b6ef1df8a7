import { isObject } from "../../src/base/json.ts";
import type { ApiAnswer } from "./api-exchange.ts";

/** Fields that no two servers have alike: ids, times, versions, allocated addresses and sentences. */
const ownWords: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "time",
  "continue",
  "message",
  "description",
  "clusterIP",
  "clusterIPs",
  "ipFamilies",
]);

/** An answer without what may differ. */
export function comparable({ code, type, warnings, body }: ApiAnswer): object {
  return { code, type, warnings: warnings.length, body: plain(body) };
}

function plain(value: unknown, at: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, [...at, "[]"]));
  if (!isObject(value))
    return typeof value === "string" && /^(gen-\w+|\d+m?s|10\.\d+\.\d+\.\d+|<none>)$/.test(value) ? "…" : value;
  const entries = Object.entries(value).filter(([key]) => !ownWords.has(key) && !isForm(key, value[key], at));
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item, [...at, key])]));
}

/**
 * What means the same whether it is there or not: empty details, a status without anything in it, the type of a list's
 * items, and holders in the sets of owned fields, which depend on how Go's types are declared.
 */
function isForm(key: string, value: unknown, at: readonly string[]): boolean {
  if (key === "." || (key === "details" && isObject(value) && Object.keys(value).length === 0)) return true;
  if (key === "status" && at.length < 3)
    return isObject(value) && /^(\{\}|\{"loadBalancer":\{\}\})$/.test(JSON.stringify(value));
  return (key === "apiVersion" || key === "kind") && at.join(".").endsWith("items.[]");
}

/** Where two values differ, as `path: theirs → ours`. */
export function differences(theirs: unknown, ours: unknown, path = ""): readonly string[] {
  if (isObject(theirs) && isObject(ours)) {
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].sort();
    return keys.flatMap((key) => differences(theirs[key], ours[key], `${path}.${key}`));
  }
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length) {
    return theirs.flatMap((item, i) => differences(item, ours[i], `${path}[${i}]`));
  }
  if (JSON.stringify(theirs) === JSON.stringify(ours)) return [];
  return [`${path}: ${JSON.stringify(theirs) ?? "absent"} → ${JSON.stringify(ours) ?? "absent"}`];
}
