import type { ObjectMeta, Resource } from "../api/index.ts";
import { getOwn, jsonEqual, setOwn } from "../base/json.ts";
import { frozenCopy } from "./frozen-copy.ts";

/** Metadata that only the store writes. */
export interface ServerMeta {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly generation?: number | undefined;
  readonly creationTimestamp?: string | undefined;
  readonly deletionTimestamp?: string | undefined;
  readonly deletionGracePeriodSeconds?: number | undefined;
}

const serverFields: ReadonlySet<string> = new Set<keyof ServerMeta>([
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
]);
const envelope: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

type Fields = Record<string, unknown>;

/** Fields that were taken over from a request, and whether they differ from the object's current ones. */
export interface TakenFields {
  readonly fields: Readonly<Fields>;
  readonly changed: boolean;
}

/** All of `input` but apiVersion, kind, metadata and status; what equals the current state is the current value itself. */
export function takeContent(input: Resource, current: Resource | undefined): TakenFields {
  return takeFields(input, current, "", isContent);
}

/** The metadata that users write. Empty values count as absent, as `labels: {}` and no labels are the same. */
export function takeUserMeta(input: ObjectMeta, current: ObjectMeta | undefined): TakenFields {
  return takeFields(input as Fields, current as Fields | undefined, "metadata.", isUserMeta);
}

/** `value` frozen, or the former value itself if the two are equal. */
export function takeValue(value: unknown, former: unknown, field: string): unknown {
  if (value === undefined) return undefined;
  return former !== undefined && jsonEqual(value, former) ? former : frozenCopy(value, field);
}

const isContent = (field: string, value: unknown) => value !== undefined && !envelope.has(field);
const isUserMeta = (field: string, value: unknown) => !isEmpty(value) && !serverFields.has(field);

function takeFields(
  input: Readonly<Fields>,
  current: Readonly<Fields> | undefined,
  path: string,
  accept: (field: string, value: unknown) => boolean,
): TakenFields {
  const fields: Fields = {};
  let changed = false;
  let surplus = 0;
  for (const field of Object.keys(input)) {
    const value = input[field];
    if (!accept(field, value)) continue;
    const former = current && getOwn(current, field);
    const next = takeValue(value, former, path + field);
    changed ||= next !== former;
    surplus += 1;
    setOwn(fields, field, next);
  }
  if (current) for (const field of Object.keys(current)) if (accept(field, current[field])) surplus -= 1;
  return { fields, changed: changed || surplus !== 0 };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (typeof value !== "object") return false;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/**
 * A frozen object of parts that are frozen already. The fields that all objects have come first and always in the same
 * order, so that objects share their shape in memory.
 */
export function assemble(
  type: Pick<Resource, "apiVersion" | "kind">,
  user: Readonly<Fields>,
  server: ServerMeta,
  content: Readonly<Fields>,
  status: unknown,
): Resource {
  const metadata: Fields = { name: user.name };
  if (user.namespace !== undefined) metadata.namespace = user.namespace;
  metadata.uid = server.uid;
  metadata.resourceVersion = server.resourceVersion;
  if (server.generation !== undefined) metadata.generation = server.generation;
  metadata.creationTimestamp = server.creationTimestamp;
  if (server.deletionTimestamp !== undefined) {
    metadata.deletionTimestamp = server.deletionTimestamp;
    metadata.deletionGracePeriodSeconds = server.deletionGracePeriodSeconds;
  }
  for (const field of Object.keys(user)) {
    if (field !== "name" && field !== "namespace") setOwn(metadata, field, user[field]);
  }
  Object.freeze(metadata);
  const { apiVersion, kind } = type;
  const resource: Resource = { apiVersion, kind, metadata, ...content };
  return Object.freeze(status === undefined ? resource : { ...resource, status });
}
