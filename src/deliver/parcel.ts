import { encodeDeltaResources, encodeSotwResources } from "./encode-response.ts";
import type { XdsResource } from "./xds-resource.ts";
import type { XdsForm } from "./xds-types.ts";

/**
 * Resources that are sent together. Their bytes are made once for all streams that are sent them at that time, and are not
 * kept for others: what all of a mesh's proxies were sent once would take more room than the resources themselves.
 */
export class Parcel {
  readonly resources: readonly XdsResource[];
  readonly #bytes: { [form in XdsForm]?: WeakRef<Uint8Array> } = {};
  #followers: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(resources: readonly XdsResource[]) {
    this.resources = resources;
  }

  /** The resources as fields of a response. */
  bytes(form: XdsForm): Uint8Array {
    const known = this.#bytes[form]?.deref();
    if (known) return known;
    const bytes = form === "sotw" ? encodeSotwResources(this.resources) : encodeDeltaResources(this.resources);
    this.#bytes[form] = new WeakRef(bytes);
    return bytes;
  }

  /** Names of what is needed again by who takes these, by type. */
  get followers(): ReadonlyMap<string, readonly string[]> {
    this.#followers ??= namesByType(this.resources);
    return this.#followers;
  }
}

const none: ReadonlyMap<string, readonly string[]> = new Map();

function namesByType(resources: readonly XdsResource[]): ReadonlyMap<string, readonly string[]> {
  let names: Map<string, string[]> | undefined;
  for (const { follower } of resources) {
    if (!follower) continue;
    names ??= new Map();
    const list = names.get(follower.type);
    if (list) list.push(follower.name);
    else names.set(follower.type, [follower.name]);
  }
  return names ?? none;
}
