/** Cases of what a real istiod sends, and the same from Fairway, in one comparable form. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  applyMeshConfig,
  builtInCatalog,
  checkDocuments,
  defaultMeshConfig,
  keyOf,
  type Resource,
  readDocuments,
  readMeshConfig,
} from "../../src/api/index.ts";
import { type NodeIdentity, parseProxy } from "../../src/core/index.ts";
import { buildSnapshot, meshSettings } from "../../src/mesh/index.ts";
import { Registry, registrySettings } from "../../src/registry/index.ts";
import { type ResourceList, resourceMessages, type Translation, translate, viewOf } from "../../src/translate/index.ts";
import { decodeMessage, encodeMessage } from "../compare/envoy-json.ts";

const fixtures = process.env["FAIRWAY_FIXTURES"] ?? join(import.meta.dirname, "../../../shared/fixtures");
export const goldenFolder = join(fixtures, "golden/istiod-xds");
export const skipReason = existsSync(goldenFolder) ? false : "needs the shared fixtures (FAIRWAY_FIXTURES)";

export type ListName = ResourceList;
export const listNames = Object.keys(resourceMessages) as readonly ListName[];
export const nodeNames = ["client", "server", "stranger", "gateway"] as const;
export type NodeName = (typeof nodeNames)[number];

/** Resources of one node, in canonical JSON, by name. */
export type Answer = { readonly [L in ListName]: ReadonlyMap<string, unknown> };

type Message = { readonly name?: string; readonly clusterName?: string };
type Stored = { readonly [L in ListName]?: readonly Message[] } & {
  readonly removed?: readonly { readonly type: string; readonly name: string }[];
};

/** The one form of a message: encoded and decoded, so that defaults and spellings make no difference. */
export function canonical(list: ListName, value: unknown): unknown {
  const name = resourceMessages[list];
  return decodeMessage(name, encodeMessage(name, value));
}

/** All cases, or those whose name matches. */
export function caseNames(pattern: RegExp = /./): readonly string[] {
  if (skipReason !== false) return [];
  return readdirSync(goldenFolder).filter((name) => /^[a-z0-9]+-/.test(name) && pattern.test(name));
}

/** The nodes that a case has an answer for. */
export function nodesOf(name: string): readonly NodeName[] {
  return nodeNames.filter((node) => existsSync(join(goldenFolder, name, `${node}.json`)));
}

/** What istiod sent to a node. */
export function expectedAnswer(name: string, node: NodeName): Answer {
  const base = readJson(`000-base/${node}.json`) as Stored;
  const change = name === "000-base" ? {} : (readJson(`${name}/${node}.json`) as Stored);
  const gone = new Set(change.removed?.map((each) => `${each.type} ${each.name}`));
  const answer = (list: ListName) => {
    const all = new Map<string, unknown>();
    for (const message of [...(base[list] ?? []), ...(change[list] ?? [])]) all.set(nameOf(message), message);
    for (const each of all.keys()) if (gone.has(`${list} ${each}`)) all.delete(each);
    return all;
  };
  return eachList(answer);
}

/** What Fairway makes of a case for a node. */
export function translateCase(name: string, node: NodeName): Translation {
  const said = documents(`${name}/mesh.yaml`)[0] ?? documents("mesh.yaml")[0];
  const config = applyMeshConfig(defaultMeshConfig, readMeshConfig(said?.value).value ?? {});
  const resources = [...world(), ...caseObjects(name)];
  const registry = new Registry({ settings: registrySettings(config) });
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  const settings = meshSettings({ config });
  const snapshot = buildSnapshot({ settings, registry: registry.snapshot, resources, now: 0 });
  return translate(viewOf(snapshot, parseProxy(nodeIdentity(name, node))));
}

/** The same form as istiod's answer. */
export function actualAnswer(translation: Translation): Answer {
  return eachList(
    (list) => new Map(translation[list].map(({ name, message }) => [name, canonical(list, message)] as const)),
  );
}

/** The objects that every case has. */
export function world(): readonly Resource[] {
  return objects("world.yaml");
}

/** The objects of a case on top of the world. */
export function caseObjects(name: string): readonly Resource[] {
  return objects(`${name}/in.yaml`);
}

/** What a node tells of itself in a case. */
export function nodeIdentity(name: string, node: NodeName): NodeIdentity {
  const identity = (readJson("nodes.json") as { readonly [N in NodeName]: NodeIdentity & { metadata: object } })[node];
  if (!existsSync(join(goldenFolder, name, "node.json"))) return identity;
  const over = readJson(`${name}/node.json`) as { readonly node: NodeName; readonly metadata: Metadata };
  if (over.node !== node) return identity;
  const before = identity.metadata as Metadata;
  const PROXY_CONFIG = { ...before.PROXY_CONFIG, ...over.metadata.PROXY_CONFIG };
  return { ...identity, metadata: { ...before, ...over.metadata, PROXY_CONFIG } };
}

interface Metadata {
  readonly PROXY_CONFIG?: object;
}

function eachList(answer: (list: ListName) => ReadonlyMap<string, unknown>): Answer {
  return Object.fromEntries(listNames.map((list) => [list, answer(list)])) as unknown as Answer;
}

function nameOf({ name, clusterName }: Message): string {
  return name ?? clusterName ?? "";
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(goldenFolder, path), "utf8"));
}

function documents(path: string): ReturnType<typeof readDocuments>["documents"] {
  if (!existsSync(join(goldenFolder, path))) return [];
  return readDocuments(readFileSync(join(goldenFolder, path)), path).documents;
}

const kinds = builtInCatalog();
const admitted = new Map<string, readonly Resource[]>();

/** The objects of a file as the API would store them: pruned, and with defaults. */
function objects(path: string): readonly Resource[] {
  const known = admitted.get(path);
  if (known) return known;
  const found = checkDocuments(documents(path), kinds).map(({ resource, problems }) => {
    if (!resource) throw new Error(`${path}: ${problems.map(({ message }) => message).join("; ")}`);
    return resource;
  });
  admitted.set(path, found);
  return found;
}
