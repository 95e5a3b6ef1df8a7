import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readDocuments } from "../../src/api/index.ts";
import { goldenFolder } from "../golden/istiod-xds.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import { expandWorkloads } from "./expand-workloads.ts";
import { type ComparedNode, sidecarOf } from "./node-of-pod.ts";

/** One configuration on top of the world, and the nodes that are asked for. */
export interface ComparedCase {
  readonly name: string;
  /** In the order of their creation; those with one `creationTimestamp` are of one age. */
  readonly objects: readonly KubeObject[];
  /** MeshConfig and MeshNetworks, as YAML. */
  readonly mesh: string;
  readonly networks: string | undefined;
  readonly nodes: ReadonlyMap<string, ComparedNode>;
}

/** Where the answers of our own cases are kept. */
export const ownFolder = join(import.meta.dirname, "testdata");

/** Objects that a case does not date are younger than the world and of one age. */
const caseAge = "2026-01-02T00:00:00Z";

/** The objects that are there before each case. */
export function worldObjects(): readonly KubeObject[] {
  return objectsIn(join(goldenFolder, "world.yaml"));
}

/** The mesh's settings where a case has none of its own. */
export function baseMesh(): string {
  return readFileSync(join(goldenFolder, "mesh.yaml"), "utf8");
}

/** The nodes of the world. */
export function worldNodes(): ReadonlyMap<string, ComparedNode> {
  return nodesIn(join(goldenFolder, "nodes.json"));
}

/** The world alone. */
export function baseCase(): ComparedCase {
  return { name: "000-base", objects: [], mesh: baseMesh(), networks: undefined, nodes: worldNodes() };
}

/** Cases in subfolders of a folder, by a pattern of their names. */
export function casesIn(folder: string, pattern: RegExp): readonly ComparedCase[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "in.yaml")) && pattern.test(name));
  return names.sort().map((name) => readCase(join(folder, name)));
}

/** One case from its folder: in.yaml, and where they differ from the world's: mesh.yaml, networks.yaml, node(s).json. */
export function readCase(folder: string): ComparedCase {
  return {
    name: basename(folder),
    objects: objectsIn(join(folder, "in.yaml")),
    mesh: textIn(join(folder, "mesh.yaml")) ?? baseMesh(),
    networks: textIn(join(folder, "networks.yaml")),
    nodes: caseNodes(folder),
  };
}

/** A case from plain files as users apply them: into `default`, with what controllers would make of them. */
export function fileCase(name: string, files: readonly string[]): ComparedCase {
  const applied = lastOfEach(files.flatMap((file) => objectsIn(file)));
  const objects = withNamespaces(expandWorkloads(applied).map(dated));
  const pods = objects.filter(({ kind }) => kind === "Pod").map((pod) => [pod.metadata.name, sidecarOf(pod)] as const);
  return { ...baseCase(), name, objects, nodes: new Map([...worldNodes(), ...pods]) };
}

/** As `kubectl apply` does: a later object takes the place of an earlier one of the same kind and name. */
function lastOfEach(objects: readonly KubeObject[]): readonly KubeObject[] {
  const key = ({ kind, metadata }: KubeObject) => `${kind} ${metadata.namespace ?? "default"}/${metadata.name}`;
  return [...new Map(objects.map((object) => [key(object), object])).values()];
}

/** Namespaces that the objects are in, before them. */
function withNamespaces(objects: readonly KubeObject[]): readonly KubeObject[] {
  const there = [
    "default",
    ...worldObjects().flatMap(({ kind, metadata }) => (kind === "Namespace" ? metadata.name : [])),
  ];
  const used = objects.flatMap(({ kind, metadata }) =>
    kind === "Namespace" ? metadata.name : (metadata.namespace ?? []),
  );
  const missing = [...new Set(used)].filter((name) => !there.includes(name));
  const made = missing.map((name) => dated({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
  return [...made, ...objects.filter(({ kind }) => kind !== "Namespace")];
}

/** The objects of a file. */
export function objectsIn(file: string): readonly KubeObject[] {
  return objectsFrom(readFileSync(file), file);
}

/** The objects of a text; documents that are no objects are left out. */
export function objectsFrom(text: Buffer | string, name: string): readonly KubeObject[] {
  const { documents } = readDocuments(Buffer.from(text), name);
  return documents
    .map(({ value }) => value as KubeObject | null)
    .filter((object) => isObject(object))
    .map(dated);
}

function isObject(object: KubeObject | null): object is KubeObject {
  return typeof object?.kind === "string" && typeof object.metadata?.name === "string";
}

function dated(object: KubeObject): KubeObject {
  const { creationTimestamp } = object.metadata;
  return { ...object, metadata: { ...object.metadata, creationTimestamp: creationTimestamp ?? caseAge } };
}

/** Nodes of the world, changed by `node.json` (one node's metadata), and those that `nodes.json` adds. */
function caseNodes(folder: string): ReadonlyMap<string, ComparedNode> {
  const nodes = new Map(worldNodes());
  const text = textIn(join(folder, "node.json"));
  if (text !== undefined) {
    const over = JSON.parse(text) as { readonly node: string; readonly metadata: Metadata };
    const node = nodes.get(over.node);
    if (node) nodes.set(over.node, withMetadata(node, over.metadata));
  }
  if (existsSync(join(folder, "nodes.json")))
    for (const [name, node] of nodesIn(join(folder, "nodes.json"))) nodes.set(name, node);
  return nodes;
}

interface Metadata {
  readonly PROXY_CONFIG?: object;
  readonly [key: string]: unknown;
}

function withMetadata(node: ComparedNode, over: Metadata): ComparedNode {
  const before = node.metadata as Metadata;
  const PROXY_CONFIG = { ...before.PROXY_CONFIG, ...over.PROXY_CONFIG };
  return { ...node, metadata: { ...before, ...over, PROXY_CONFIG } };
}

function nodesIn(file: string): ReadonlyMap<string, ComparedNode> {
  return new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, ComparedNode>));
}

function textIn(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
