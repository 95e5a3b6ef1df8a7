import { type Admitted, formatPath } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { View } from "./view.ts";
import type { RequestedWrite } from "./write-options.ts";

/** What is accepted but doubtful, a sentence each; where the client is strict, unknown fields are refused. */
export function warningsOf(
  view: View,
  { fieldValidation }: RequestedWrite,
  { problems, unknown }: Pick<Admitted, "problems" | "unknown">,
): string[] {
  const fields = unknown.map((problem) => `unknown field "${formatPath(problem.path)}"`);
  if (fieldValidation === "Strict" && fields.length > 0) {
    const what = `${view.kind.kind} in version "${view.version.name}" cannot be taken`;
    throw new FairwayError("BadRequest", `${what}: strict decoding error: ${fields.join(", ")}`);
  }
  const said = problems.map((problem) => `${formatPath(problem.path)}: ${problem.message}`);
  return [...said, ...(fieldValidation === "Warn" ? fields : [])];
}
