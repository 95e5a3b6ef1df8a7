import { isObject } from "../base/json.ts";
import type { DeleteOptions, Propagation } from "../core/index.ts";
import { invalidOption } from "./invalid-option.ts";
import { isDryRun } from "./write-options.ts";

/** How a deletion is to be made: by its body, and where that says nothing, by its query. */
export function deleteOptions(given: { readonly [name: string]: unknown }, query: URLSearchParams): DeleteOptions {
  const preconditions = isObject(given.preconditions) ? given.preconditions : {};
  const dryRun = Array.isArray(given.dryRun) ? given.dryRun : query.getAll("dryRun");
  return {
    resourceVersion: text(preconditions.resourceVersion),
    uid: text(preconditions.uid),
    propagation: propagationOf(given, query),
    dryRun: isDryRun(dryRun, "DeleteOptions"),
  };
}

const policies: readonly Propagation[] = ["Background", "Foreground", "Orphan"];

function propagationOf(given: { readonly [key: string]: unknown }, query: URLSearchParams): Propagation | undefined {
  // The older way to say it.
  if (given.orphanDependents === true || query.get("orphanDependents") === "true") return "Orphan";
  const wanted = given.propagationPolicy ?? query.get("propagationPolicy") ?? "";
  if (wanted === "") return undefined;
  const found = policies.find((policy) => policy === wanted);
  if (!found)
    throw invalidOption(
      "DeleteOptions",
      "propagationPolicy",
      "NotSupported",
      `must be one of ${policies.join(", ")}, not '${wanted}'`,
    );
  return found;
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
