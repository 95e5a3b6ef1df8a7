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
  "storageVersionHash",
]);

/** Objects and times that Go's types have also where there is nothing in them. */
const heldEmpty: ReadonlySet<string> = new Set(["source", "deprecatedSource", "conditions"]);

/** An answer without what may differ. */
export function comparable({ code, type, warnings, body }: ApiAnswer): object {
  return { code, type, warnings: warnings.length, body: plain(body) };
}

function plain(value: unknown, at: readonly string[] = []): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => plain(item, [...at, "[]"]));
    return at.at(-1) === "managedFields" ? items.sort(byWriter) : items;
  }
  if (!isObject(value))
    return typeof value === "string" && /^(gen-\w+|l{58}\w{5}|\d+m?s|10\.\d+\.\d+\.\d+|<none>)$/.test(value)
      ? "…"
      : value;
  const entries = Object.entries(value).filter(([key]) => !ownWords.has(key) && !isForm(key, value[key], at));
  const keyed = entries.map(([key, item]) => [key.replace(/"uid":"[^"]*"/, '"uid":"…"'), plain(item, [...at, key])]);
  return Object.fromEntries(keyed);
}

/** Owners come by the second in which they wrote, which two runs need not have alike. */
function byWriter(a: unknown, b: unknown): number {
  const text = (owner: unknown) => {
    const { manager, operation, subresource } = isObject(owner) ? owner : {};
    return JSON.stringify([manager, operation, subresource]);
  };
  return text(a) < text(b) ? -1 : 1;
}

/**
 * What means the same whether it is there or not: null, empty details, a status without anything in it, the type of a list's
 * items, and holders in the sets of owned fields, which depend on how Go's types are declared.
 */
function isForm(key: string, value: unknown, at: readonly string[]): boolean {
  if (key === "." || (key === "details" && isObject(value) && Object.keys(value).length === 0)) return true;
  if (value === null || (heldEmpty.has(key) && isObject(value) && Object.keys(value).length === 0)) return true;
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
