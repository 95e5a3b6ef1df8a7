import { type Admitted, formatPath } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { View } from "./view.ts";
import type { RequestedWrite } from "./write-options.ts";

/** What is accepted but doubtful, a sentence each; where the client is strict, fields unknown or repeated are refused. */
export function warningsOf(
  view: View,
  { fieldValidation, repeated, patching }: RequestedWrite,
  { problems, unknown }: Pick<Admitted, "problems" | "unknown">,
): string[] {
  const fields = [...repeated, ...unknown.map((problem) => `unknown field "${formatPath(problem.path)}"`)];
  if (fieldValidation === "Strict" && fields.length > 0) {
    const what = `${view.kind.kind} in version "${view.version.name}" cannot be taken`;
    const message = `strict decoding error: ${fields.join(", ")}`;
    // Kubernetes blames a patch otherwise than an object.
    const causes = [{ reason: "FieldValueInvalid", message, field: "patch" }];
    const [code, details] = patching ? (["Invalid", { causes }] as const) : (["BadRequest", {}] as const);
    throw new FairwayError(code, `${what}: ${message}`, { details });
  }
  const said = problems.map((problem) => `${formatPath(problem.path)}: ${problem.message}`);
  return [...said, ...(fieldValidation === "Warn" ? fields : [])];
}
