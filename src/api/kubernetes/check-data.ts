import { jsonEqual } from "../../base/json.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import type { Check } from "../schema/schema.ts";
import { isDataKey } from "./data-key.ts";

/** Most bytes that a Secret or ConfigMap may hold. */
const maxDataBytes = 1024 * 1024;

/** The keys of a Secret or ConfigMap; they may become file names. */
export const areDataKeys: Check<{ readonly [key: string]: string }> = (data, report) => {
  for (const key of Object.keys(data)) isDataKey(key, (code, message) => report(code, message, key));
};

/** All values together must keep below what the store is made for. */
export function checkDataSize(sizes: readonly number[], report: Report): void {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > maxDataBytes) report("FW0653", `must hold at most ${maxDataBytes} bytes, not ${total}`);
}

/** Once an object says that it is immutable, neither that nor its data can change. */
export function checkImmutable(resource: Resource, old: Resource, fields: readonly string[], report: Report): void {
  if (old.immutable !== true) return;
  if (resource.immutable !== true) report("FW0118", "must stay true once it is set", "immutable");
  for (const field of fields) {
    if (!jsonEqual(resource[field] ?? {}, old[field] ?? {})) {
      report("FW0118", "must not change: the object is immutable", field);
    }
  }
}
