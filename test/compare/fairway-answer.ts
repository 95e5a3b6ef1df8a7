import { parse } from "yaml";
import {
  admit,
  builtInCatalog,
  defaultMeshConfig,
  formatPath,
  keyOf,
  type Resource,
  readMeshConfig,
  readMeshNetworks,
} from "../../src/api/index.ts";
import { parseProxy } from "../../src/core/index.ts";
import { buildSnapshot, type MeshSnapshot, meshSettings } from "../../src/mesh/index.ts";
import { Registry, registrySettings } from "../../src/registry/index.ts";
import { type Translation, translate, viewOf } from "../../src/translate/index.ts";
import type { KubeObject } from "../peers/kube-client.ts";
import type { ComparedNode } from "./node-of-pod.ts";

/** What a mesh is made of: all its objects, and MeshConfig and MeshNetworks as YAML. */
export interface MeshInput {
  readonly resources: readonly Resource[];
  readonly mesh: string;
  readonly networks?: string | undefined;
}

/** What the mesh's settings come to, for those who need them. */
export function settingsOf({ mesh, networks: said }: Omit<MeshInput, "resources">) {
  const config = readMeshConfig(parse(mesh)).value ?? defaultMeshConfig;
  const networks = said === undefined ? {} : (readMeshNetworks(parse(said)).value ?? {});
  return { forRegistry: registrySettings(config, { networks }), forMesh: meshSettings({ config, networks }) };
}

/** Fairway's view of the whole. */
export function snapshotOf(input: MeshInput): MeshSnapshot {
  const { resources } = input;
  const { forRegistry, forMesh: settings } = settingsOf(input);
  const registry = new Registry({ settings: forRegistry });
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  return buildSnapshot({ settings, registry: registry.snapshot, resources, now: 0 });
}

/** What Fairway sends to a node. */
export function translationFor(snapshot: MeshSnapshot, node: ComparedNode): Translation {
  return translate(viewOf(snapshot, parseProxy(node)));
}

const kinds = builtInCatalog();

/** Objects of an API server, which has judged them already, in the form in which Fairway keeps them. */
export function servedResources(objects: readonly KubeObject[]): readonly Resource[] {
  const resources = objects as unknown as readonly Resource[];
  return resources.filter((resource) => kinds.findFor(resource)).map((resource) => kinds.toStored(resource));
}

/** Objects of files as Fairway's API would store them, and those that it would refuse, with the reason. */
export interface AdmittedResources {
  readonly resources: readonly Resource[];
  readonly refused: readonly string[];
}

/** Admits objects of files; those of no known kind are left out. */
export function admittedResources(objects: readonly KubeObject[]): AdmittedResources {
  const refused: string[] = [];
  const resources = objects.flatMap((object) => {
    const raw = object as unknown as Resource;
    const found = kinds.findFor(raw);
    if (!found) return [];
    const metadata = found.kind.namespaced ? { namespace: "default", ...raw.metadata } : raw.metadata;
    const { resource, problems } = admit(found.kind, { ...raw, metadata }, found.version);
    const errors = problems.filter(({ severity }) => severity === "error");
    if (errors.length === 0) return [kinds.toStored(resource)];
    const reasons = errors.map(({ code, path, message }) => `${code} ${formatPath(path)} ${message}`);
    refused.push(`${raw.kind} ${metadata.namespace ?? ""}/${metadata.name}: ${reasons.join("; ")}`);
    return [];
  });
  return { resources, refused };
}
