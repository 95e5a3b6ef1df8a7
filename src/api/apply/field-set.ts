import { isObject, setOwn } from "../../base/json.ts";

/**
 * A set of places in an object, as a tree. A place is a path of elements in Kubernetes' writing: `f:name` is a field or a
 * key, `k:{"port":80}` the item of a list that has these keys, `v:"x"` an item of a set. A node tells whether its own
 * place is in the set, and what is in the set below it; a node that is neither has no business in the tree.
 */
export interface FieldSet {
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

/** The empty set. */
export const noFields: FieldSet = { member: false, children: new Map() };
/** The set of one place: the one at which it hangs. */
export const thisField: FieldSet = { member: true, children: new Map() };

/** Whether the set has no place in it. */
export function isEmptySet(set: FieldSet): boolean {
  return !set.member && set.children.size === 0;
}

/** A set of these children, without those that are empty. */
export function fieldSet(member: boolean, children: Iterable<readonly [string, FieldSet]>): FieldSet {
  return { member, children: new Map([...children].filter(([, child]) => !isEmptySet(child))) };
}

/** The places of either. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const children = new Map(a.children);
  for (const [element, child] of b.children) children.set(element, union(children.get(element) ?? noFields, child));
  return { member: a.member || b.member, children };
}

/** The places of `a` that are not in `b`. What is below a place of `b` stays. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(b)) return a;
  const children = [...a.children].map(([element, child]) => {
    return [element, difference(child, b.children.get(element) ?? noFields)] as const;
  });
  return fieldSet(a.member && !b.member, children);
}

/** The places of both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  const children = [...a.children].map(([element, child]) => {
    return [element, intersection(child, b.children.get(element) ?? noFields)] as const;
  });
  return fieldSet(a.member && b.member, children);
}

/** Whether two sets have the same places. */
export function sameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.member !== b.member || a.children.size !== b.children.size) return false;
  return [...a.children].every(([element, child]) => sameSet(child, b.children.get(element) ?? noFields));
}

/** The paths of all places, in the order of the tree. */
export function pathsOf(set: FieldSet, at: readonly string[] = []): readonly (readonly string[])[] {
  const below = [...set.children].flatMap(([element, child]) => pathsOf(child, [...at, element]));
  return set.member ? [at, ...below] : below;
}

/** Reads Kubernetes' FieldsV1. Undefined if it is not of that form. */
export function readFieldSet(value: unknown): FieldSet | undefined {
  if (!isObject(value)) return undefined;
  const children = new Map<string, FieldSet>();
  for (const [element, inner] of Object.entries(value)) {
    if (element === ".") continue;
    const child = /^[fkvi]:/.test(element) ? readFieldSet(inner) : undefined;
    if (!child) return undefined;
    // A leaf is a place by being there; what has children must say so.
    children.set(element, child.children.size === 0 ? thisField : child);
  }
  return { member: Object.hasOwn(value, "."), children };
}

/** The set as FieldsV1, with its elements sorted. */
export function writeFieldSet(set: FieldSet): { readonly [element: string]: unknown } {
  const out: { [element: string]: unknown } = {};
  if (set.member && set.children.size > 0) out["."] = {};
  for (const element of [...set.children.keys()].sort()) {
    setOwn(out, element, writeFieldSet(set.children.get(element) ?? noFields));
  }
  return out;
}

/** A path as messages show it: `.spec.ports[port=80,protocol="TCP"].name`. */
export function formatFieldPath(path: readonly string[]): string {
  return path.map(formatElement).join("");
}

function formatElement(element: string): string {
  const text = element.slice(2);
  if (element.startsWith("f:")) return `.${text}`;
  if (element.startsWith("v:")) return `[=${text}]`;
  if (element.startsWith("i:")) return `[${text}]`;
  const keys = Object.entries(JSON.parse(text) as object).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `[${keys.join(",")}]`;
}
