import type { ProblemCode } from "../api/index.ts";

/** Kubernetes' words for what is wrong with a field, where a problem is of a sort that it tells apart. */
const reasons: { readonly [code in ProblemCode]?: string } = {
  FW0102: "FieldValueTypeInvalid",
  FW0117: "FieldValueTypeInvalid",
  FW0103: "FieldValueRequired",
  FW0110: "FieldValueRequired",
  FW0641: "FieldValueRequired",
  FW0104: "FieldValueNotSupported",
};

/** The reason by which a cause in a Status tells of a problem; the problem's own code is in its message. */
export function causeReason(code: ProblemCode): string {
  return reasons[code] ?? "FieldValueInvalid";
}
