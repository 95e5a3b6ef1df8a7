import { jsonEqual } from "../../base/json.ts";
import type { Resource } from "../resource.ts";
import { compareFields, fieldsOf } from "./compare-fields.ts";
import { type FieldOwner, sameWriter } from "./field-owners.ts";
import {
  difference,
  type FieldSet,
  fieldSet,
  intersection,
  isEmptySet,
  noFields,
  thisField,
  union,
} from "./field-set.ts";
import { dropFields, mergeApplied } from "./merge-applied.ts";
import { ownedPart, withOwnedPart } from "./owned-part.ts";
import type { TrackedWrite } from "./track-update.ts";

/** Fields that an applier would change although another writer owns them. */
export interface ApplyConflict {
  readonly owner: FieldOwner;
  readonly fields: FieldSet;
}

/** What applying leads to. */
export interface Applied {
  /** The object before defaults and checks. */
  readonly resource: Resource;
  readonly owners: readonly FieldOwner[];
  /** None if the applier took the fields by force. */
  readonly conflicts: readonly ApplyConflict[];
}

/** Metadata never goes, whoever said something in it. */
const everybodys = fieldSet(false, [["f:metadata", thisField]]);

/**
 * Server-side apply: what the applier says is put into the object, and what it said before and says no longer is taken
 * out, unless somebody else owns it too. The applier then owns all that it said. A value that another owner has set
 * differently is a conflict; with `force` the other loses it. Saying the same as another shares the ownership.
 */
export function applyConfiguration(
  write: TrackedWrite & { readonly force: boolean },
  live: Resource,
  config: Resource,
  owners: readonly FieldOwner[],
): Applied {
  const { schema, writer, scope, time, force } = write;
  const before = ownedPart(live, scope);
  const said = ownedPart(config, scope);
  const own = owners.find((owner) => sameWriter(owner, writer));
  const others = owners.filter((owner) => owner !== own);
  const fields = difference(fieldsOf(schema, said), everybodys);
  const merged = mergeApplied(schema, before, said);
  const owned = others.reduce((all, owner) => union(all, owner.fields), union(fields, everybodys));
  const after = dropFields(schema, merged, own?.fields ?? noFields, owned) as { readonly [field: string]: unknown };
  const { changed, removed } = compareFields(schema, before, after);
  const clashes = others
    .map((owner) => ({ owner, fields: intersection(owner.fields, changed) }))
    .filter((clash) => !isEmptySet(clash.fields));
  const left = others.map((owner) => ({ ...owner, fields: difference(difference(owner.fields, changed), removed) }));
  const same = jsonEqual(before, after);
  return {
    resource: withOwnedPart(live, after, scope),
    owners: [...left, { ...writer, time: same ? own?.time : time, fields }],
    conflicts: force ? [] : clashes,
  };
}
