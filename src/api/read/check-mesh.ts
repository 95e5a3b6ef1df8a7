import { isObject } from "../../base/json.ts";
import type { MeshReading } from "../mesh/read-mesh-config.ts";
import { readMeshConfig, readMeshNetworks } from "../mesh/read-mesh-config.ts";
import { formatPath, type Problem } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { readDocuments, type SourceProblem, sourceProblem } from "./read-documents.ts";

/** The two documents that configure a mesh as a whole. */
export type MeshDocument = "MeshConfig" | "MeshNetworks";

const readers: { readonly [document in MeshDocument]: (input: unknown) => MeshReading<unknown> } = {
  MeshConfig: (input) => readMeshConfig(input),
  MeshNetworks: (input) => readMeshNetworks(input),
};

/** Fields that do not exist are often old ones: istiod goes on with the rest, and so do we. */
function problemsOf(document: MeshDocument, value: unknown): Problem[] {
  const { problems, unknown } = readers[document](value);
  return [...problems, ...unknown.map((p) => ({ ...p, severity: "warning" as const }))];
}

/** Checks a file that holds a mesh configuration, or the networks of one. */
export function checkMeshFile(document: MeshDocument, bytes: Uint8Array, file: string): SourceProblem[] {
  const { documents, problems } = readDocuments(bytes, file);
  const found = documents.flatMap((source) =>
    problemsOf(document, source.value).map((p) => sourceProblem(file, source.locate(p.path), p, { kind: document })),
  );
  return [...problems, ...found];
}

/** Problems of the mesh configuration in istiod's ConfigMap (`istio`, or `istio-REVISION`); other objects have none. */
export function meshProblemsIn(resource: Resource): Problem[] {
  const isMesh = resource.kind === "ConfigMap" && /^istio(-|$)/.test(resource.metadata.name ?? "");
  const data = resource["data"];
  if (!isMesh || !isObject(data)) return [];
  return [...inner(data, "mesh", "MeshConfig"), ...inner(data, "meshNetworks", "MeshNetworks")];
}

function inner(data: { readonly [key: string]: unknown }, key: string, document: MeshDocument): Problem[] {
  const text = data[key];
  if (typeof text !== "string") return [];
  const path = ["data", key];
  const { documents, problems } = readDocuments(Buffer.from(text), key);
  const broken = problems.map((p) => ({
    code: p.code,
    severity: p.severity,
    path,
    message: `${p.message} (line ${p.line} of it)`,
  }));
  const found = documents.flatMap(({ value }) => problemsOf(document, value));
  return [
    ...broken,
    ...found.map((p) => ({ ...p, path, message: `${p.message} (at ${formatPath(p.path) || "its root"})` })),
  ];
}
