import { formatGroupKind, type GroupKind, groupOf, type KindCatalog, type SourceDocument } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";
import { Part } from "./part.ts";

/** An object as it was written, valid or not. */
export interface AnalyzedObject extends GroupKind {
  /** The namespace it is in: as written, else the one of objects that name none; empty if it is cluster-scoped. */
  readonly namespace: string;
  readonly name: string;
  /** The namespace as written; may be empty. */
  readonly givenNamespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  /** Where it was read; absent of what Fairway takes for granted. */
  readonly document?: SourceDocument;
  readonly root: Part;
}

/** How objects get their place. */
export interface Placing {
  readonly kinds: KindCatalog;
  /** The namespace of objects that name none. */
  readonly namespace: string;
}

/** The object of a document; undefined if it is none, or has no name. */
export function analyzedObject(document: SourceDocument, placing: Placing): AnalyzedObject | undefined {
  const made = objectOf(document.value, placing);
  return made && { ...made, document };
}

/** The object that a value is; undefined if it is none, or has no name. */
export function objectOf(value: unknown, placing: Placing): AnalyzedObject | undefined {
  const root = new Part(value);
  const kind = root.at("kind").text;
  const apiVersion = root.at("apiVersion").text;
  const metadata = root.at("metadata");
  const name = metadata.at("name").text || metadata.at("generateName").text;
  if (!isObject(value) || kind === "" || apiVersion === "" || name === "") return undefined;
  const type = { group: groupOf(apiVersion), kind };
  const givenNamespace = metadata.at("namespace").text;
  const namespaced = placing.kinds.find(type)?.namespaced ?? true;
  return {
    ...type,
    name,
    givenNamespace,
    namespace: namespaced ? givenNamespace || placing.namespace : "",
    labels: metadata.at("labels").labels(),
    annotations: metadata.at("annotations").labels(),
    root,
  };
}

/** `namespace/name`, or the name alone of cluster-scoped objects. */
export function nameOf({ namespace, name }: Pick<AnalyzedObject, "namespace" | "name">): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** One text per object of a cluster. */
export function idOf(object: AnalyzedObject): string {
  return `${formatGroupKind(object)}/${nameOf(object)}`;
}
