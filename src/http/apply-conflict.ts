import { type ApplyConflict, type FieldOwner, formatFieldPath, pathsOf } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";

/** The fault of an applier who would change what others own: each field is a cause, so that clients can show them. */
export function applyConflict(conflicts: readonly ApplyConflict[]): FairwayError {
  const causes = conflicts.flatMap(({ owner, fields }) =>
    pathsOf(fields).map((path) => ({
      reason: "FieldManagerConflict",
      message: `conflict with ${describe(owner)}`,
      field: formatFieldPath(path),
    })),
  );
  const list = causes.map(({ field, message }) => `${field}: ${message}`).join("; ");
  const count = causes.length === 1 ? "1 conflict" : `${causes.length} conflicts`;
  return new FairwayError("Conflict", `Apply failed with ${count}: ${list}`, { details: { causes } });
}

function describe({ manager, operation, subresource, apiVersion, time }: FieldOwner): string {
  const through = subresource === "" ? "" : ` with subresource "${subresource}"`;
  const when = operation === "Update" ? ` using ${apiVersion}${time === undefined ? "" : ` at ${time}`}` : "";
  return `"${manager}"${through}${when}`;
}
