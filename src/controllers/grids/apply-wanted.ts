import type { Resource } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import { gridFieldsAnnotation } from "./grid-labels.ts";
import type { WantedObject } from "./grid-type.ts";

type Fields = { readonly [name: string]: unknown };

/** Names of the fields that were taken from a grid. */
interface TakenFields {
  readonly labels: readonly string[];
  readonly annotations: readonly string[];
  readonly spec: readonly string[];
}

/**
 * An object with what its grid wants. Fields that the grid had a say in before and has no more go; what others set, and
 * the grid never did, stays. Fields of the spec count whole: a list of ports or a selector is the grid's or not.
 */
export function applyWanted(object: Resource, wanted: WantedObject): Resource {
  const before = takenFields(object);
  const now: TakenFields = {
    labels: Object.keys(wanted.labels).sort(),
    annotations: Object.keys(wanted.annotations).sort(),
    spec: Object.keys(wanted.spec).sort(),
  };
  const annotations = overlay(object.metadata.annotations, before.annotations, wanted.annotations);
  return {
    ...object,
    metadata: {
      ...object.metadata,
      labels: overlay(object.metadata.labels, before.labels, wanted.labels) as { [key: string]: string },
      annotations: { ...(annotations as { [key: string]: string }), [gridFieldsAnnotation]: JSON.stringify(now) },
    },
    spec: overlay(isObject(object.spec) ? object.spec : {}, before.spec, wanted.spec),
  };
}

function overlay(fields: Fields | undefined, taken: readonly string[], wanted: Fields): Fields {
  const kept = Object.entries(fields ?? {}).filter(([name]) => !taken.includes(name));
  return { ...Object.fromEntries(kept), ...wanted };
}

function takenFields(object: Resource): TakenFields {
  let said: unknown;
  try {
    said = JSON.parse(object.metadata.annotations?.[gridFieldsAnnotation] ?? "{}");
  } catch {
    said = {};
  }
  const names = (key: keyof TakenFields) => {
    const list = isObject(said) ? said[key] : undefined;
    return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
  };
  return { labels: names("labels"), annotations: names("annotations"), spec: names("spec") };
}
