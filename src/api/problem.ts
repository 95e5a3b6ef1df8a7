import type { Severity } from "./codes/entry.ts";
import type { ProblemCode } from "./codes.ts";

/** One step of a field path: a field or map key, or a list index. */
export type PathStep = string | number;
export type Path = readonly PathStep[];

export type { Severity };

/** What is wrong with one place of a user's configuration. A value, never thrown: the rest of the mesh goes on. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Where in the object, from its root. */
  readonly path: Path;
  /** One sentence in the "must …" form, without the path. */
  readonly message: string;
}

/** How a check tells of a problem: `at` is relative to the value being checked. */
export type Report = (code: ProblemCode, message: string, ...at: PathStep[]) => void;

/** A report for a part of the value: its paths are relative to that part. */
export function within(report: Report, ...part: readonly PathStep[]): Report {
  return (code, message, ...at) => report(code, message, ...part, ...at);
}

/** `spec.http[0].route[1].weight`; keys that are not plain words are quoted: `metadata.labels["a/b"]`. */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[A-Za-z_$][\w$-]*$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}
