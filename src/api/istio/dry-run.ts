import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";

/** Annotation that turns an AuthorizationPolicy into one that only records what it would have done. */
export const dryRunAnnotation = "istio.io/dry-run";

const truths: ReadonlySet<string> = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const falsehoods: ReadonlySet<string> = new Set(["0", "f", "F", "false", "FALSE", "False"]);

/** Whether the object is to be tried only; an unreadable value counts as not. */
export function isDryRun(resource: Resource): boolean {
  return truths.has(resource.metadata.annotations?.[dryRunAnnotation] ?? "");
}

/** The annotation is only for ALLOW and DENY policies, and its value is a boolean. */
export function checkDryRun(resource: Resource, action: string, report: Report): void {
  const value = resource.metadata.annotations?.[dryRunAnnotation];
  if (value === undefined) return;
  const at = ["metadata", "annotations", dryRunAnnotation];
  if (action !== "ALLOW" && action !== "DENY") {
    report("FW0415", `must not be set with the action '${action}'`, ...at);
  } else if (!truths.has(value) && !falsehoods.has(value)) {
    report("FW0415", `must be 'true' or 'false', not '${value}'`, ...at);
  }
}

/** For the kinds that cannot be tried: the annotation would pretend otherwise. */
export function rejectDryRun(resource: Resource, report: Report): void {
  if (resource.metadata.annotations?.[dryRunAnnotation] === undefined) return;
  report(
    "FW0415",
    `must not be set: ${resource.kind} cannot be tried without effect`,
    "metadata",
    "annotations",
    dryRunAnnotation,
  );
}
