import type { Resource } from "../api/index.ts";
import { RecentMap } from "../base/recent-map.ts";

/** How many objects' texts are remembered: as many as are under way to watchers at a time, or nearly. */
const remembered = 256;

/** Longer texts are not remembered; characters. */
const longest = 64 * 1024;

/**
 * The JSON of objects, each written once for all watchers that are sent it: stored objects never change, so one that was
 * met before has the same text.
 */
export class ObjectTexts {
  readonly #texts = new RecentMap<Resource, string>(remembered);

  textOf(resource: Resource): string {
    const known = this.#texts.get(resource);
    if (known !== undefined) return known;
    const text = JSON.stringify(resource);
    if (text.length <= longest) this.#texts.set(resource, text);
    return text;
  }
}
