import { keyOf, type Resource, type ResourceKey } from "../api/index.ts";
import { isObject } from "../base/json.ts";
import { type ConfigProblem, configProblem } from "./config-problem.ts";

/** An object that the mesh must do without, with the reason. */
export interface Unusable {
  readonly key: ResourceKey;
  readonly resource: Resource;
  readonly unusable: ConfigProblem;
}

/**
 * Reads an object whose kind the caller knows. Stores check objects on writing, but the mesh cannot rely on it: an object
 * of the wrong form comes back as unusable, and the others go on.
 */
export function resolveObject<R extends Resource, T>(resource: Resource, resolve: (resource: R) => T): T | Unusable {
  try {
    const spec = isObject(resource.spec) ? resource.spec : resource.spec === undefined ? {} : undefined;
    if (spec === undefined) return unusable(resource, "must be an object");
    return resolve((resource.spec === undefined ? { ...resource, spec } : resource) as R);
  } catch (fault) {
    return unusable(resource, `must have the form of its kind: ${fault instanceof Error ? fault.message : fault}`);
  }
}

export function isUnusable<T extends object>(value: T | Unusable): value is Unusable {
  return "unusable" in value;
}

function unusable(resource: Resource, message: string): Unusable {
  const key = keyOf(resource);
  return { key, resource, unusable: configProblem(key, "FW1101", ["spec"], message) };
}
