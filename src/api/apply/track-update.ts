import type { Resource } from "../resource.ts";
import type { Schema } from "../schema/schema.ts";
import { compareFields } from "./compare-fields.ts";
import { type FieldOwner, sameWriter, type Writer } from "./field-owners.ts";
import { difference, isEmptySet, union } from "./field-set.ts";
import { ownedPart, type WriteScope } from "./owned-part.ts";

/** A write, as far as it matters for who owns what. */
export interface TrackedWrite {
  /** The whole object's schema. */
  readonly schema: Schema;
  readonly writer: Writer;
  readonly scope: WriteScope;
  /** RFC 3339. */
  readonly time: string;
}

/** Who owns what after `writer` has put `next` in the place of `live`: it owns what it changed, and others no longer do. */
export function trackUpdate(
  { schema, writer, scope, time }: TrackedWrite,
  live: Resource | undefined,
  next: Resource,
  owners: readonly FieldOwner[],
): readonly FieldOwner[] {
  const { changed, removed } = compareFields(schema, ownedPart(live, scope), ownedPart(next, scope));
  if (isEmptySet(changed) && isEmptySet(removed)) return owners;
  const own = owners.find((owner) => sameWriter(owner, writer));
  const others = owners
    .filter((owner) => owner !== own)
    .map((owner) => ({ ...owner, fields: difference(difference(owner.fields, changed), removed) }));
  const fields = own ? union(difference(own.fields, removed), changed) : changed;
  return [...others, { ...writer, time: isEmptySet(changed) ? own?.time : time, fields }];
}
