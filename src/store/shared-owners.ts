import type { Resource } from "../api/index.ts";
import { deepFreeze, isObject } from "../base/json.ts";
import { RecentMap } from "../base/recent-map.ts";

/** How many sets of fields are remembered. */
const remembered = 1024;

/** Longer sets are not shared; characters of JSON. */
const longest = 4096;

/**
 * Objects of one shape, written by one program, say the same about who owns which fields, and that is often more than
 * all else in them. Equal sets are kept once.
 */
export class SharedOwners {
  readonly #sets = new RecentMap<string, object>(remembered);

  /** Frozen entries that share their sets of fields with those seen before. */
  share(entries: readonly unknown[]): readonly unknown[] {
    return Object.freeze(entries.map((entry) => this.#shareEntry(entry)));
  }

  /** A frozen object with shared entries. */
  restored(resource: Resource): Resource {
    const { managedFields } = resource.metadata;
    if (!managedFields) return resource;
    const metadata = Object.freeze({ ...resource.metadata, managedFields: this.share(managedFields) });
    return Object.freeze({ ...resource, metadata });
  }

  #shareEntry(entry: unknown): unknown {
    const fields = isObject(entry) ? entry.fieldsV1 : undefined;
    if (!isObject(fields)) return entry;
    const text = JSON.stringify(fields);
    if (text.length > longest) return entry;
    const known = this.#sets.get(text);
    if (!known) this.#sets.set(text, deepFreeze(fields));
    return known && known !== fields ? Object.freeze({ ...(entry as object), fieldsV1: known }) : entry;
  }
}
