import { type Resource, revisionKind, storedVersion } from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { ResourceHistory, Revision } from "../core/index.ts";
import type { ListMeta } from "./representation.ts";
import type { View } from "./view.ts";

/** Revisions on a page where the client names no limit, and at the most. */
const pageLength = { usual: 100, longest: 500 };

/** Characters after which a page ends although its limit is not reached: objects can be large. */
const enoughText = 4 * 1024 * 1024;

/** Revisions that are read at once, with their objects. */
const batch = 10;

/** Some revisions, the newest first. */
export interface RevisionPage {
  readonly items: readonly Resource[];
  readonly meta: ListMeta;
}

/**
 * The revisions that a request asks for by `limit` and `continue`. With a view, those of its object, with the states it
 * had; without one, those of all objects, and what is in them is nobody's business here.
 */
export async function revisionPage(
  history: ResourceHistory,
  query: URLSearchParams,
  one: View | undefined,
): Promise<RevisionPage> {
  const limit = readLimit(query.get("limit") ?? "");
  let before = query.get("continue") || undefined;
  const items: Resource[] = [];
  let length = 0;
  for (let more = true; more && items.length < limit && length < enoughText; ) {
    const wanted = Math.min(batch, limit - items.length);
    const found = await history.revisions({
      limit: wanted,
      ...(one && { key: one.key }),
      ...(before !== undefined && { before }),
    });
    for (const revision of found) {
      const item = shown(revision, one);
      length += one ? JSON.stringify(item).length : 0;
      items.push(item);
    }
    before = found.at(-1)?.revision ?? before;
    more = found.length === wanted;
    if (!more) before = undefined;
  }
  if (items.length === 0 && one && !query.get("continue")) throw one.notFound();
  const resourceVersion = items[0]?.metadata.resourceVersion;
  return { items, meta: { resourceVersion, ...(before !== undefined && { continue: before }) } };
}

function shown({ revision, time, change, resource }: Revision, one: View | undefined): Resource {
  const { namespace, name } = resource.metadata;
  return {
    apiVersion: `${revisionKind.group}/${storedVersion(revisionKind)}`,
    kind: revisionKind.kind,
    metadata: {
      name: revision,
      resourceVersion: revision,
      creationTimestamp: `${new Date(time).toISOString().slice(0, 19)}Z`,
    },
    change,
    object: { apiVersion: resource.apiVersion, kind: resource.kind, ...(namespace && { namespace }), name },
    ...(one && { state: one.show(resource) }),
  };
}

function readLimit(text: string): number {
  if (!/^\d{0,9}$/.test(text)) throw new FairwayError("BadRequest", `limit must be a whole number, not '${text}'`);
  return Math.min(Number(text) || pageLength.usual, pageLength.longest);
}
