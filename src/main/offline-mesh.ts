import { readFile } from "node:fs/promises";
import {
  builtInCatalog,
  type CheckedDocument,
  checkDocuments,
  checkMeshFile,
  formatKey,
  keyOf,
  type Resource,
  type ResourceKey,
  type SourceProblem,
  sourceProblem,
} from "../api/index.ts";
import { type Given, readInputs, type Terminal } from "../cli/index.ts";
import { buildSnapshot, type ConfigProblem, type MeshSnapshot, meshProblems, meshSettings } from "../mesh/index.ts";
import { MeshWatcher, Registry, registrySettings } from "../registry/index.ts";
import { inDefaultNamespace } from "./default-namespace.ts";

/** A mesh made of files. */
export interface OfflineMesh {
  readonly snapshot: MeshSnapshot;
  readonly resources: readonly Resource[];
  /** What is wrong with the files, with single objects and with the mesh as a whole. */
  readonly problems: readonly SourceProblem[];
  /** Says where in the files a problem of an object is. */
  place(problem: ConfigProblem): SourceProblem;
}

/** Reads what `-f`, `--mesh-config` and `--networks` give into a mesh. Objects with errors are left out of it. */
export async function loadMesh(given: Given, terminal: Terminal): Promise<OfflineMesh> {
  const kinds = builtInCatalog();
  const inputs = await readInputs(given.list("file"), terminal);
  const checked = checkDocuments(inputs.documents, kinds);
  const sound = checked.flatMap((each) =>
    each.resource ? [{ ...each, resource: inDefaultNamespace(each.resource, kinds) }] : [],
  );
  const documents = new Map(sound.map((each) => [formatKey(keyOf(each.resource)), each]));
  const resources = [...documents.values()].map(({ resource }) => resource);
  const watcher = new MeshWatcher();
  const meshFileProblems = await takeMeshSettings(watcher, given, resources);
  const { mesh: config, networks } = watcher;
  const registryProblems: SourceProblem[] = [];
  const registry = new Registry({
    settings: registrySettings(config, { networks }),
    report: ({ key, message }) => registryProblems.push(placed(documents, { key, path: [], code: "FW1101", message })),
  });
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const snapshot = buildSnapshot({
    settings: meshSettings({ config, networks }),
    registry: registry.snapshot,
    resources,
    now: 0,
  });
  const place = (problem: ConfigProblem) => placed(documents, problem);
  const problems = [
    ...inputs.problems,
    ...checked.flatMap((each) => each.problems),
    ...meshFileProblems,
    ...registryProblems,
    ...Array.from(meshProblems(snapshot), place),
  ];
  return { snapshot, resources, problems, place };
}

type Documents = ReadonlyMap<string, CheckedDocument>;
type Placeable = Omit<ConfigProblem, "severity"> & Partial<Pick<ConfigProblem, "severity">>;

function placed(documents: Documents, { key, ...problem }: Placeable): SourceProblem {
  const document = documents.get(formatKey(key))?.document;
  const at = document?.locate(problem.path) ?? { line: 1, column: 1 };
  return sourceProblem(document?.file ?? "", at, problem, key);
}

/** Puts the mesh's settings in force: a file that is named, or else the ConfigMap in which Istio keeps them. */
async function takeMeshSettings(
  watcher: MeshWatcher,
  given: Given,
  resources: readonly Resource[],
): Promise<readonly SourceProblem[]> {
  const own = resources.find(isMeshConfigMap)?.["data"] as { readonly [key: string]: string } | undefined;
  watcher.take("mesh", own?.["mesh"]);
  watcher.take("networks", own?.["meshNetworks"]);
  const problems: SourceProblem[] = [];
  for (const [flag, document, kind] of meshDocuments) {
    const file = given.text(flag);
    if (file === undefined) continue;
    const bytes = await readFile(file);
    problems.push(...checkMeshFile(kind, bytes, file));
    watcher.take(document, bytes);
  }
  return problems;
}

const meshDocuments = [
  ["mesh-config", "mesh", "MeshConfig"],
  ["networks", "networks", "MeshNetworks"],
] as const;

function isMeshConfigMap(resource: Resource): boolean {
  const { kind, name, namespace }: ResourceKey = keyOf(resource);
  return kind === "ConfigMap" && name === "istio" && namespace === "istio-system";
}
