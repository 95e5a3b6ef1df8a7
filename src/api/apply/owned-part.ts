import { setOwn } from "../../base/json.ts";
import type { ObjectMeta, Resource } from "../resource.ts";

/** What a write may change of an object: all of it, all but its status, or its status alone. */
export type WriteScope = "object" | "all-but-status" | "status";

/** Metadata that belongs to the server or names the object: nobody owns it. */
const ownerless: ReadonlySet<string> = new Set([
  "name",
  "namespace",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
  "uid",
  "generation",
  "managedFields",
  "resourceVersion",
]);

/** The part of an object that writers of a scope can own. */
export function ownedPart(resource: Resource | undefined, scope: WriteScope): { readonly [field: string]: unknown } {
  if (!resource) return { metadata: {} };
  const { apiVersion: _, kind: __, metadata, status, ...content } = resource;
  if (scope === "status") return status === undefined ? { metadata: {} } : { metadata: {}, status };
  const withStatus = scope === "object" && status !== undefined;
  return { ...content, metadata: pick(metadata, (key) => !ownerless.has(key)), ...(withStatus && { status }) };
}

/** The object with the part that writers of a scope can own in place of its own. */
export function withOwnedPart(
  resource: Resource,
  part: { readonly [field: string]: unknown },
  scope: WriteScope,
): Resource {
  const { apiVersion, kind, metadata } = resource;
  if (scope === "status") return withStatus(resource, part.status);
  const kept = pick(metadata, (key) => ownerless.has(key));
  const whole = { ...part, apiVersion, kind, metadata: { ...kept, ...(part.metadata as ObjectMeta | undefined) } };
  return scope === "object" ? whole : withStatus(whole, resource.status);
}

function withStatus(resource: Resource, status: unknown): Resource {
  const { status: _, ...rest } = resource;
  return (status === undefined ? rest : { ...rest, status }) as Resource;
}

function pick(metadata: ObjectMeta, wanted: (key: string) => boolean): ObjectMeta {
  const picked = {};
  for (const key of Object.keys(metadata)) if (wanted(key)) setOwn(picked, key, metadata[key as keyof ObjectMeta]);
  return picked;
}
