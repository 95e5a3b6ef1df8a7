import type { Path, Problem, ProblemCode, ResourceKey } from "../api/index.ts";
import { problemCodes } from "../api/index.ts";

/** What is wrong with an object among the others of the mesh. */
export interface ConfigProblem extends Problem {
  readonly key: ResourceKey;
}

/** A problem of an object; its severity is the code's. */
export function configProblem(key: ResourceKey, code: ProblemCode, path: Path, message: string): ConfigProblem {
  return { key, code, severity: problemCodes[code].severity, path, message };
}
