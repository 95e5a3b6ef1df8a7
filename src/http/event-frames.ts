import type { Resource } from "../api/index.ts";
import { RecentMap } from "../base/recent-map.ts";
import type { WatchEvent } from "../core/index.ts";

/** How many objects' events are remembered: as many as are under way to watchers at a time, or nearly. */
const remembered = 256;

/** Longer events are not remembered; bytes. */
const longest = 64 * 1024;

/**
 * Events of watches as lines of JSON, each made once for all watchers that are sent it: stored objects never change, so
 * that one that was met before has the same bytes.
 */
export class EventFrames {
  readonly #frames: { readonly [type in WatchEvent["type"]]: RecentMap<Resource, Uint8Array> } = {
    ADDED: new RecentMap(remembered),
    MODIFIED: new RecentMap(remembered),
    DELETED: new RecentMap(remembered),
  };

  frameOf(type: WatchEvent["type"], resource: Resource): Uint8Array {
    const frames = this.#frames[type];
    const known = frames.get(resource);
    if (known) return known;
    const frame = Buffer.from(eventLine(type, JSON.stringify(resource)));
    if (frame.length <= longest) frames.set(resource, frame);
    return frame;
  }
}

/** An event as a line of JSON, of an object that is JSON already. */
export function eventLine(type: string, object: string): string {
  return `{"type":"${type}","object":${object}}\n`;
}
