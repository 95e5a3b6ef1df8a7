import type { AnalyzedObject } from "./analyzed-object.ts";

/** A wish not to hear of a code about some objects. */
export interface Suppression {
  /** `*` stands for all. */
  readonly code: string;
  /** `Kind namespace/name` or `Kind name.namespace`; `*` stands for any text. */
  readonly resource: string;
}

/** Reads `CODE=RESOURCE`, such as `IST0102=Namespace dev-*`; undefined if it is not of this form. */
export function parseSuppression(text: string): Suppression | undefined {
  const at = text.indexOf("=");
  if (at <= 0 || at === text.length - 1) return undefined;
  return { code: text.slice(0, at).trim(), resource: text.slice(at + 1).trim() };
}

/** The annotation in which an object lists the codes not to be told about it, separated by commas; `*` is all. */
const annotation = "galley.istio.io/analyze-suppress";

/** Whether the object or one of the wishes silences the code. */
export function isSuppressed(code: string, object: AnalyzedObject, wishes: readonly Suppression[]): boolean {
  const own = (object.annotations[annotation] ?? "").split(",").map((word) => word.trim());
  if (own.includes(code) || own.includes("*")) return true;
  const names = formsOf(object);
  return wishes.some(
    (wish) => (wish.code === code || wish.code === "*") && names.some((name) => isLike(name, wish.resource)),
  );
}

function formsOf({ kind, name, namespace }: AnalyzedObject): readonly string[] {
  if (namespace === "") return [`${kind} ${name}`];
  return [`${kind} ${namespace}/${name}`, `${kind} ${name}.${namespace}`];
}

/** Whether the text is of the pattern, in which each `*` stands for any text. */
function isLike(text: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}
