import { isObject } from "../../base/json.ts";
import { admit, envelopeProblems } from "../admit.ts";
import type { KindCatalog } from "../catalog.ts";
import { kindFromCrd } from "../crd/kind-from-crd.ts";
import type { Problem } from "../problem.ts";
import { groupOf, type Resource } from "../resource.ts";
import { meshProblemsIn } from "./check-mesh.ts";
import { type SourceProblem, sourceProblem } from "./read-documents.ts";
import type { SourceDocument } from "./source-document.ts";

/** A document with its verdict. */
export interface CheckedDocument {
  readonly document: SourceDocument;
  /** Pruned and defaulted; absent if the document is invalid or of an unknown kind. */
  readonly resource?: Resource;
  readonly problems: readonly SourceProblem[];
}

/** Checks each document by its kind. Kinds defined by CustomResourceDefinitions among the documents count as known. */
export function checkDocuments(documents: readonly SourceDocument[], builtIn: KindCatalog): CheckedDocument[] {
  const kinds = withDefined(documents, builtIn);
  return documents.map((document) => checkDocument(document, kinds));
}

function withDefined(documents: readonly SourceDocument[], builtIn: KindCatalog): KindCatalog {
  const defined = documents.flatMap(({ value }) => {
    if (envelopeProblems(value).length > 0) return [];
    const resource = value as Resource;
    const type = { group: groupOf(resource.apiVersion), kind: resource.kind };
    if (type.group !== "apiextensions.k8s.io" || type.kind !== "CustomResourceDefinition") return [];
    const found = builtIn.findFor(resource);
    if (!found) return [];
    const admitted = admit(found.kind, { ...resource, metadata: resource.metadata ?? {} }, found.version);
    if (admitted.problems.some((p) => p.severity === "error")) return [];
    const { kind } = kindFromCrd(admitted.resource);
    return kind && !builtIn.find(kind) ? [kind] : [];
  });
  return builtIn.with(defined);
}

function checkDocument(document: SourceDocument, kinds: KindCatalog): CheckedDocument {
  const place = (problems: readonly Problem[]) =>
    problems.map((p) => sourceProblem(document.file, document.locate(p.path), p, nameOf(document.value)));
  if (isForeign(document.value)) return { document, problems: place([notAnObject]) };
  const malformed = envelopeProblems(document.value);
  if (malformed.length > 0) return { document, problems: place(malformed) };
  const raw = document.value as Resource;
  const found = kinds.findFor(raw);
  if (!found) return { document, problems: place([unknownKind(raw, kinds)]) };
  const { resource, problems, unknown } = admit(found.kind, { ...raw, metadata: raw.metadata ?? {} }, found.version);
  const all = place([...problems, ...unknown, ...meshProblemsIn(raw)]);
  return { document, problems: all, ...(!all.some((p) => p.severity === "error") && { resource }) };
}

/** Something else that is kept beside configuration, such as a chart's values. */
function isForeign(value: unknown): boolean {
  return isObject(value) && value["apiVersion"] === undefined && value["kind"] === undefined;
}

const notAnObject: Problem = {
  code: "FW0109",
  severity: "warning",
  path: [],
  message: "must have `apiVersion` and `kind` to be checked",
};

function unknownKind(raw: Resource, kinds: KindCatalog): Problem {
  const group = groupOf(raw.apiVersion);
  const known = kinds.find({ group, kind: raw.kind });
  const message = known
    ? `must be of a served version (${known.versions.map((v) => v.name).join(", ")}) to be checked, not '${raw.apiVersion}'`
    : `must be of a known kind to be checked; '${raw.apiVersion} ${raw.kind}' is none`;
  return { code: "FW0109", severity: "warning", path: known ? ["apiVersion"] : ["kind"], message };
}

function nameOf(value: unknown): { kind?: string; namespace?: string; name?: string } {
  if (typeof value !== "object" || value === null) return {};
  const { kind, metadata } = value as Partial<Resource>;
  const text = (part: unknown) => (typeof part === "string" ? part : "");
  return { kind: text(kind), namespace: text(metadata?.namespace), name: text(metadata?.name) };
}
