import { FairwayError } from "../../base/fault.ts";
import { resolve, type Schema } from "../schema/schema.ts";
import { type FieldSet, formatFieldPath, noFields } from "./field-set.ts";
import { byElement, type Part, partsOf, valueOfParts } from "./parts-of.ts";

/** The live value with all that was applied put into it; undefined is a value that is not there. */
export function mergeApplied(schema: Schema, live: unknown, applied: unknown, at: readonly string[] = []): unknown {
  if (applied === undefined) return live;
  const now = partsOf(schema, applied);
  if (now) refuseTwins(now, at);
  const old = live === undefined ? [] : partsOf(schema, live);
  if (!now || !old) return applied;
  const liveParts = byElement(old);
  const merged = (part: Part): Part => {
    const twins = liveParts.get(part.element) ?? [];
    const before = twins.length === 1 ? twins[0]?.value : undefined;
    return { ...part, value: mergeApplied(part.schema, before, part.value, [...at, part.element]) };
  };
  return valueOfParts(applied, Array.isArray(applied) ? interleave(old, now, merged) : overlay(old, now, merged));
}

/** Live keys keep their places, new ones come after them. */
function overlay(old: readonly Part[], now: readonly Part[], merged: (part: Part) => Part): readonly Part[] {
  const applied = byElement(now);
  const known = byElement(old);
  const kept = old.map((part) => merged(applied.get(part.element)?.[0] ?? part));
  return [...kept, ...now.filter((part) => !known.has(part.element)).map(merged)];
}

/**
 * Applied items come in the order in which they were applied. Items that only the live list has stay before the item that
 * they were before, as far as that order lets them.
 */
function interleave(old: readonly Part[], now: readonly Part[], merged: (part: Part) => Part): readonly Part[] {
  const applied = byElement(now);
  const known = byElement(old);
  const shared = now.flatMap((part, i) => (known.has(part.element) ? [i] : []));
  const out: Part[] = [];
  let next = 0;
  let turn = 0;
  for (const part of old) {
    if (!applied.has(part.element)) {
      out.push(part);
      continue;
    }
    const at = shared[turn];
    if (at === undefined || now[at]?.element !== part.element) continue;
    out.push(...now.slice(next, at + 1).map(merged));
    next = at + 1;
    turn += 1;
  }
  return [...out, ...now.slice(next).map(merged)];
}

function refuseTwins(parts: readonly Part[], at: readonly string[]): void {
  for (const [element, twins] of byElement(parts)) {
    if (twins.length < 2) continue;
    const place = formatFieldPath([...at, element]);
    throw new FairwayError("BadRequest", `${place}: an applied list must not have two items of the same key`);
  }
}

/**
 * The value without what an applier no longer says: the places of `own` in which nobody of `owned` has anything. An
 * object of declared fields goes whole, with the defaults that came with it; a map or list loses what was applied, and
 * goes when it is empty.
 */
export function dropFields(schema: Schema, value: unknown, own: FieldSet, owned: FieldSet): unknown {
  const parts = partsOf(schema, value);
  if (!parts || own.children.size === 0) return value;
  const left = parts.flatMap((part) => {
    const mine = own.children.get(part.element);
    if (!mine) return [part];
    const others = owned.children.get(part.element);
    if (!others && (mine.member || resolve(part.schema).type === "object")) return [];
    const rest = dropFields(part.schema, part.value, mine, others ?? noFields);
    const emptied = rest !== part.value && Object.keys(rest as object).length === 0;
    return emptied && !others?.member ? [] : [{ ...part, value: rest }];
  });
  return valueOfParts(value, left);
}
