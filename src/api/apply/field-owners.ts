import { isObject } from "../../base/json.ts";
import { type FieldSet, isEmptySet, readFieldSet, union, writeFieldSet } from "./field-set.ts";

/** Who writes, and how. Two writes of one writer are of one owner. */
export interface Writer {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The version in which it writes. */
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** A writer with the fields that it owns. */
export interface FieldOwner extends Writer {
  /** When the fields were last written; RFC 3339. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** How many owners by Update are kept apart; the oldest beyond are put together. */
const maxUpdaters = 10;
const ancientManager = "ancient-changes";

/** Whether two are the same writer. An applier is the same in all versions. */
export function sameWriter(a: Writer, b: Writer): boolean {
  return (
    a.manager === b.manager &&
    a.operation === b.operation &&
    a.subresource === b.subresource &&
    (a.operation === "Apply" || a.apiVersion === b.apiVersion)
  );
}

/** Reads `metadata.managedFields`. Undefined if it is not of that form. */
export function readOwners(entries: readonly unknown[]): readonly FieldOwner[] | undefined {
  const owners = entries.map(readOwner);
  return owners.every((owner) => owner !== undefined) ? owners : undefined;
}

function readOwner(entry: unknown): FieldOwner | undefined {
  if (!isObject(entry)) return undefined;
  const { manager = "", operation, apiVersion, time, fieldsType, fieldsV1, subresource = "" } = entry;
  if (operation !== "Apply" && operation !== "Update") return undefined;
  if (typeof manager !== "string" || typeof apiVersion !== "string" || typeof subresource !== "string")
    return undefined;
  const fields = readFieldSet(fieldsV1 ?? {});
  if (fieldsType !== "FieldsV1" || !fields) return undefined;
  return { manager, operation, apiVersion, subresource, time: typeof time === "string" ? time : undefined, fields };
}

/** `metadata.managedFields` of these owners: appliers first, then the oldest first. Who owns nothing is not in it. */
export function writeOwners(owners: readonly FieldOwner[]): readonly object[] {
  const kept = capped(owners.filter(({ fields }) => !isEmptySet(fields)));
  return [...kept].sort(compareOwners).map(({ manager, operation, apiVersion, time, fields, subresource }) => ({
    manager,
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1: writeFieldSet(fields),
    ...(subresource !== "" && { subresource }),
  }));
}

function compareOwners(a: FieldOwner, b: FieldOwner): number {
  return byText(sortKey(a), sortKey(b));
}

const sortKey = ({ operation, time = "", manager, apiVersion, subresource }: FieldOwner) =>
  [operation, time, manager, apiVersion, subresource].join("\0");

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Puts the oldest updaters of a version together until there are few enough. */
function capped(owners: readonly FieldOwner[]): readonly FieldOwner[] {
  if (owners.length <= maxUpdaters) return owners;
  const updaters = owners.filter(({ operation }) => operation === "Update").sort(compareOwners);
  const surplus = updaters.length - maxUpdaters;
  if (surplus <= 0) return owners;
  const ancient = new Map<string, FieldOwner>();
  for (const owner of updaters.slice(0, surplus + 1)) {
    const before = ancient.get(owner.apiVersion);
    const fields = before ? union(before.fields, owner.fields) : owner.fields;
    ancient.set(owner.apiVersion, { ...owner, manager: ancientManager, subresource: "", fields });
  }
  const appliers = owners.filter(({ operation }) => operation === "Apply");
  return [...appliers, ...ancient.values(), ...updaters.slice(surplus + 1)];
}
