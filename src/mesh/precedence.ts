import type { ResourceKey } from "../api/index.ts";
import { keyOf, type Resource } from "../api/index.ts";

/** What decides between objects that claim the same: the older wins; of equal age the first by name, then by namespace. */
export interface Aged {
  /** Milliseconds since the epoch; 0 if it is not known. */
  readonly created: number;
  readonly name: string;
  readonly namespace: string;
}

/** A configuration object as the mesh sees it: which one it is and how old. */
export interface ConfigOrigin extends Aged {
  readonly key: ResourceKey;
}

/** Identity and age of an object. */
export function originOf(resource: Resource): ConfigOrigin {
  const key = keyOf(resource);
  return { key, namespace: key.namespace, name: key.name, created: createdOf(resource) };
}

function createdOf(resource: Resource): number {
  const time = Date.parse(resource.metadata.creationTimestamp ?? "");
  return Number.isNaN(time) ? 0 : time;
}

/** Sorts the oldest first. Different objects of a kind are never equal. */
export function byAge(a: Aged, b: Aged): number {
  return a.created - b.created || compareText(a.name, b.name) || compareText(a.namespace, b.namespace);
}

/** Order of texts by their code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
