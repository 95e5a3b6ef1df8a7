import { admit, envelopeProblems, type Problem, type ProblemCode, type Resource } from "../../api/index.ts";
import type { AnalyzedObject } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import type { AnalysisCode } from "../messages.ts";

/** Problems of single objects for which analysis has codes of their own. */
const ownCodes: { readonly [code in ProblemCode]?: AnalysisCode } = { FW0325: "IST0130", FW0326: "IST0131" };

/** Reports what is wrong with single objects of Istio's kinds: all that `fairway validate` would say of them. */
export const schemaValidation: Analyzer = {
  name: "schema.ValidationAnalyzer",
  doc: "Objects of Istio's kinds are valid.",
  codes: ["IST0106", "IST0130", "IST0131", "IST0133"],
  run(context) {
    for (const object of context.cluster.definitions) {
      if (!object.group.endsWith(".istio.io")) continue;
      for (const problem of problemsOf(object, context)) {
        const code = ownCodes[problem.code] ?? (problem.severity === "error" ? "IST0106" : "IST0133");
        const at = object.root.at(...problem.path);
        const detail = code === "IST0106" || code === "IST0133" ? ` (${problem.code})` : "";
        context.report(code, object, at, `${problem.message}${detail}`);
      }
    }
  },
};

/** Kinds and versions that are not known cannot be judged. */
function problemsOf(object: AnalyzedObject, { kinds }: AnalysisContext): readonly Problem[] {
  const { value } = object.root;
  if (envelopeProblems(value).length > 0) return [];
  const resource = value as Resource;
  const found = kinds.findFor(resource);
  if (!found) return [];
  const { problems, unknown } = admit(found.kind, resource, found.version);
  return [...problems, ...unknown];
}
