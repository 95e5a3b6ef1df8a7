import { jsonEqual } from "../../base/json.ts";
import type { Schema } from "../schema/schema.ts";
import { type FieldSet, isEmptySet, noFields, thisField, union } from "./field-set.ts";
import { byElement, type Part, partsOf } from "./parts-of.ts";

/** Every place of a value that can be owned: the leaves, and what is named by itself. */
export function fieldsOf(schema: Schema, value: unknown): FieldSet {
  const parts = partsOf(schema, value);
  if (!parts) return thisField;
  return collect(parts, false, (part) => ({
    ...fieldsOf(part.schema, part.value),
    ...(part.named && { member: true }),
  }));
}

/** Every place of a value, those that only hold others too. */
function allPlaces(schema: Schema, value: unknown): FieldSet {
  const parts = partsOf(schema, value);
  return parts ? collect(parts, true, placesOf) : thisField;
}

const placesOf = (part: Part) => allPlaces(part.schema, part.value);

/** The places of all parts; those of twins together. */
function collect(parts: readonly Part[], member: boolean, each: (part: Part) => FieldSet): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const part of parts) add(children, part.element, each(part));
  return { member, children };
}

function add(children: Map<string, FieldSet>, element: string, set: FieldSet): void {
  if (isEmptySet(set)) return;
  const twin = children.get(element);
  children.set(element, twin ? union(twin, set) : set);
}

/** What differs between two states of a value. The order of items that merge one by one does not count. */
export interface FieldChanges {
  /** Places that are new or have another value. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

const unchanged: FieldChanges = { changed: noFields, removed: noFields };

/** Compares two states of a value; undefined is one that is not there. */
export function compareFields(schema: Schema, before: unknown, after: unknown): FieldChanges {
  if (before === after) return unchanged;
  if (before === undefined) return { ...unchanged, changed: allPlaces(schema, after) };
  if (after === undefined) return { ...unchanged, removed: allPlaces(schema, before) };
  const old = partsOf(schema, before);
  const now = partsOf(schema, after);
  if (old && now) return compareParts(old, now);
  if (jsonEqual(before, after)) return unchanged;
  const removed = old ? { ...allPlaces(schema, before), member: false } : noFields;
  return { changed: { ...allPlaces(schema, after), member: true }, removed };
}

function compareParts(old: readonly Part[], now: readonly Part[]): FieldChanges {
  if (old.length === 0) return { ...unchanged, changed: collect(now, false, placesOf) };
  const before = byElement(old);
  const after = byElement(now);
  const changed = new Map<string, FieldSet>();
  const removed = new Map<string, FieldSet>();
  const note = (element: string, changes: FieldChanges) => {
    add(changed, element, changes.changed);
    add(removed, element, changes.removed);
  };
  for (const [element, twins] of before) note(element, compareTwins(twins, after.get(element) ?? none));
  for (const [element, twins] of after) if (!before.has(element)) note(element, compareTwins(none, twins));
  return { changed: { member: false, children: changed }, removed: { member: false, children: removed } };
}

const none: readonly Part[] = [];

/** Items that share their name are compared as one if there is one on each side, else as a whole. */
function compareTwins(before: readonly Part[], after: readonly Part[]): FieldChanges {
  const [old] = before;
  const [now] = after;
  const schema = (now ?? old)?.schema;
  if (!schema) return unchanged;
  if (before.length <= 1 && after.length <= 1) return compareFields(schema, old?.value, now?.value);
  const same = jsonEqual(
    before.map(({ value }) => value),
    after.map(({ value }) => value),
  );
  return same ? unchanged : { ...unchanged, changed: after.map(placesOf).reduce(union, noFields) };
}
