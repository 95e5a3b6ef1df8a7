import {
  defaultMeshConfig,
  type MeshConfig,
  readDocuments,
  readMeshConfig,
  type SourceDocument,
} from "../api/index.ts";
import type { AnalyzedObject } from "./analyzed-object.ts";
import { kindRefs } from "./kind-refs.ts";
import { Part } from "./part.ts";

/** The settings of a mesh as a whole. */
export interface MeshInputs {
  readonly mesh: MeshConfig;
  /** The networks, as an object that findings can be about. */
  readonly networks: AnalyzedObject | undefined;
}

/** Finds the mesh's settings: what was given outright, else what the control plane's ConfigMap says. */
export function meshInputs(
  objects: readonly AnalyzedObject[],
  controlPlaneNamespace: string,
  given: { readonly mesh?: MeshConfig; readonly networks?: SourceDocument },
): MeshInputs {
  const { group, kind } = kindRefs.configMap;
  const own = objects.find(
    (o) => o.group === group && o.kind === kind && o.name === "istio" && o.namespace === controlPlaneNamespace,
  );
  const networks = given.networks
    ? networksOf(given.networks, given.networks.value, controlPlaneNamespace)
    : own && inConfigMap(own, controlPlaneNamespace);
  return { mesh: given.mesh ?? meshOf(own) ?? defaultMeshConfig, networks };
}

function meshOf(configMap: AnalyzedObject | undefined): MeshConfig | undefined {
  const value = configMap && entry(configMap, "mesh");
  return value === undefined ? undefined : readMeshConfig(value).value;
}

/** Places inside the text are not known: the entry stands for all of them. */
function inConfigMap(configMap: AnalyzedObject, namespace: string): AnalyzedObject | undefined {
  const value = entry(configMap, "meshNetworks");
  const { document } = configMap;
  if (value === undefined || !document) return undefined;
  const locate = () => document.locate(["data", "meshNetworks"]);
  return networksOf({ file: document.file, value, locate }, value, namespace);
}

function entry(configMap: AnalyzedObject, key: string): unknown {
  const { text } = configMap.root.at("data", key);
  return text === "" ? undefined : readDocuments(Buffer.from(text), key).documents[0]?.value;
}

function networksOf(document: SourceDocument, value: unknown, namespace: string): AnalyzedObject {
  return {
    ...kindRefs.meshNetworks,
    namespace,
    givenNamespace: namespace,
    name: "meshnetworks",
    labels: {},
    annotations: {},
    document,
    root: new Part(value),
  };
}
