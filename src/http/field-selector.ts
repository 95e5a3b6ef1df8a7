import { compileJsonPath, type KindDefinition, type Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";

/** Fields that are true or false and where absent means false. */
const flags: ReadonlySet<string> = new Set(["spec.unschedulable", "spec.hostNetwork"]);

/** Which objects of a kind a field selector picks: `a.b=c,d!=e`. A field by which the kind cannot be picked is refused. */
export function fieldSelector(text: string, kind: KindDefinition): (resource: Resource) => boolean {
  const terms = splitTerms(text)
    .filter((term) => term !== "")
    .map((term) => parseTerm(term, kind));
  return (resource) => terms.every((term) => term(resource));
}

/** Commas and equal signs in values are written with a backslash before them. */
function splitTerms(text: string): readonly string[] {
  return text.split(/(?<!\\),/).map((term) => term.trim());
}

function parseTerm(term: string, kind: KindDefinition): (resource: Resource) => boolean {
  const match = /^([\w.]+)\s*(==|=|!=)\s*(.*)$/.exec(term);
  if (!match) throw new FairwayError("BadRequest", `the field selector '${term}' cannot be read`);
  const [, field = "", operator, value = ""] = match;
  const wanted = value.replace(/\\([\\,=])/g, "$1");
  const read = reader(field, kind);
  return (resource) => (read(resource) === wanted) !== (operator === "!=");
}

function reader(field: string, kind: KindDefinition): (resource: Resource) => string {
  if (!isSelectable(field, kind)) throw new FairwayError("BadRequest", `field label not supported: ${field}`);
  if (field === "source") return reader("source.component", kind);
  const absent = flags.has(field) ? "false" : "";
  return (resource) => textAt(resource, `.${field}`) || absent;
}

function isSelectable(field: string, kind: KindDefinition): boolean {
  if (field === "metadata.name" || field === "metadata.namespace") return true;
  return kind.selectableFields?.includes(field === "source" ? "source.component" : field) ?? false;
}

function textAt(resource: Resource, path: string): string {
  const value = compileJsonPath(path)?.(resource)[0];
  return value === undefined || value === null ? "" : String(value);
}
