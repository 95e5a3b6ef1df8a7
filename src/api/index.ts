/**
 * Every kind Fairway reads, each defined once, and what is made from the definitions: admission (prune, default,
 * validate), reading files with positions, explaining, OpenAPI, patches and protobuf. JSON and YAML come in; typed
 * objects and Problems go out. No state and no I/O.
 */
export { type Admitted, admit, envelopeProblems, objectSchema } from "./admit.ts";
export { KindCatalog } from "./catalog.ts";
export { type ProblemCode, problemCodes } from "./codes.ts";
export { crdManifest } from "./crd/crd-manifest.ts";
export { kindFromCrd } from "./crd/kind-from-crd.ts";
export { type Explanation, explain } from "./explain.ts";
export { compileJsonPath } from "./json-path.ts";
export { defineKind, type KindDefinition, type KindVersion, type PrinterColumn, storedVersion } from "./kind.ts";
export { builtInCatalog, builtInKinds } from "./kinds.ts";
export { applyMergePatch } from "./merge-patch.ts";
export { formatPath, type Path, type PathStep, type Problem, type Report, type Severity } from "./problem.ts";
export { decodeResource, type EncodedResource, encodeResource } from "./protobuf.ts";
export { type CheckedDocument, checkDocuments } from "./read/check-documents.ts";
export { checkMeshFile } from "./read/check-mesh.ts";
export {
  defaultLimits,
  type ReadLimits,
  readDocuments,
  type SourceProblem,
  sourceProblem,
} from "./read/read-documents.ts";
export type { Position, SourceDocument } from "./read/source-document.ts";
export {
  apiVersionOf,
  formatGroupKind,
  formatKey,
  type GroupKind,
  groupOf,
  keyOf,
  type ObjectMeta,
  type OwnerReference,
  type Resource,
  type ResourceKey,
  versionOf,
} from "./resource.ts";
export type { ObjectSchema, Schema } from "./schema/schema.ts";
export { applyStrategicPatch } from "./strategic-patch.ts";
