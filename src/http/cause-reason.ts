import type { Path, ProblemCode } from "../api/index.ts";

/** Kubernetes' words for what is wrong with a field, where a problem is of a sort that it tells apart. */
const reasons: { readonly [code in ProblemCode]?: string } = {
  FW0102: "FieldValueTypeInvalid",
  FW0117: "FieldValueTypeInvalid",
  FW0103: "FieldValueRequired",
  FW0110: "FieldValueRequired",
  FW0641: "FieldValueRequired",
  FW0104: "FieldValueNotSupported",
  FW0108: "FieldValueDuplicate",
  FW0118: "FieldValueForbidden",
  FW0640: "FieldValueForbidden",
  FW0652: "FieldValueRequired",
  FW0653: "FieldValueTooLong",
};

/** The reason by which a cause in a Status tells of a problem; the problem's own code is in its message. */
export function causeReason(code: ProblemCode): string {
  return reasons[code] ?? "FieldValueInvalid";
}

/** A field in the form that Kubernetes has for causes: keys that are no plain words stand in brackets as they are. */
export function fieldOf(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "string" && /^[A-Za-z_$][\w$-]*$/.test(step)) return text === "" ? step : `${text}.${step}`;
    return `${text}[${step}]`;
  }, "");
}
