import { compileJsonPath, type Resource } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import { parseSelector } from "../base/selector.ts";

/** Which objects a request's labelSelector and fieldSelector pick. */
export function requestSelector(query: URLSearchParams): (resource: Resource) => boolean {
  const byLabels = parseSelector(query.get("labelSelector") ?? "");
  const byFields = parseFields(query.get("fieldSelector") ?? "");
  return (resource) => byLabels(resource.metadata.labels ?? {}) && byFields(resource);
}

function parseFields(text: string): (resource: Resource) => boolean {
  const terms = text
    .split(",")
    .filter((term) => term !== "")
    .map(parseField);
  return (resource) => terms.every((term) => term(resource));
}

function parseField(term: string): (resource: Resource) => boolean {
  const match = /^([\w.]+)(==|=|!=)(.*)$/.exec(term);
  const find = match && compileJsonPath(`.${match[1]}`);
  if (!match || !find) throw new FairwayError("BadRequest", `the field selector '${term}' cannot be read`);
  const [, , operator, wanted] = match;
  return (resource) => {
    const found = find(resource)[0];
    const equal = (found === undefined || found === null ? "" : String(found)) === wanted;
    return operator === "!=" ? !equal : equal;
  };
}
