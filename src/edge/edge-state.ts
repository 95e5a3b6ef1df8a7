import { keyOf, type Resource, type ResourceKey } from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";
import type { WatchEvent } from "../core/index.ts";
import { isOlder } from "../kube/index.ts";
import type { Publication, PublishedState } from "../store/index.ts";
import { type EndpointsObject, TopologyIndex, type Verdict, withLocalEndpoint } from "../topology/index.ts";
import { type ServedKind, servedKinds } from "./served-kinds.ts";
import { objectFault, trimmed } from "./sound-object.ts";

/** Who is told of what the API server said. */
export interface EdgeStateObserver {
  /** An object as it is to be remembered; undefined if it is gone. */
  kept(key: ResourceKey, resource: Resource | undefined): void;
  /** An object was left out, or a change was of none that is known. */
  odd(kind: ServedKind, id: string, why: string): void;
}

export interface EdgeStateOptions {
  readonly nodeName: string;
  /** Whether the endpoints of `default/kubernetes` are turned to the one that its annotations name. */
  readonly localEndpoint: boolean;
  readonly published: PublishedState;
  readonly observer: EdgeStateObserver;
}

const isEndpoints = ({ kind }: ServedKind) => kind === "EndpointSlice" || kind === "Endpoints";

/**
 * What clients on the node are to see, made from what the API server says. Nothing is published before every kind that
 * counts is known wholly once: before that, endpoints would be judged without their Service or node.
 */
export class EdgeState {
  readonly #options: EdgeStateOptions;
  readonly #index: TopologyIndex;
  /** As the API server has them, by kind and `namespace/name`. */
  readonly #originals = new Map<ServedKind, Map<string, Resource>>();
  readonly #known = new Set<ServedKind>();
  #begun = false;

  constructor(options: EdgeStateOptions) {
    this.#options = options;
    this.#index = new TopologyIndex(options.nodeName);
    for (const kind of servedKinds) this.#originals.set(kind, new Map());
  }

  /** Whether clients can be served. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Endpoints that were decided on so far: the measure of work. */
  get judged(): number {
    return this.#index.judged;
  }

  /** Whether all objects of a kind are known, as they are now or as they were when last seen. */
  knows(kind: ServedKind): boolean {
    return this.#known.has(kind);
  }

  count(kind: ServedKind): number {
    return this.#objects(kind).size;
  }

  /** The API server's version of the newest object of a kind; empty where there is none. */
  newest(kind: ServedKind): string {
    let newest = "";
    for (const { metadata } of this.#objects(kind).values()) {
      const { resourceVersion = "" } = metadata;
      if (newest === "" || isOlder(newest, resourceVersion)) newest = resourceVersion;
    }
    return newest;
  }

  /** The objects that list the endpoints of a Service, each with why its endpoints are seen or not. */
  explain(namespace: string, service: string): readonly { object: EndpointsObject; verdicts: readonly Verdict[] }[] {
    const found = servedKinds.filter(isEndpoints).flatMap((kind) => [...this.#objects(kind).values()]);
    return found
      .filter(({ kind, metadata }) => {
        const owner = kind === "Endpoints" ? metadata.name : metadata.labels?.["kubernetes.io/service-name"];
        return metadata.namespace === namespace && owner === service;
      })
      .map((object) => ({
        object: this.#shown(object) as EndpointsObject,
        verdicts: this.#index.explain(object as EndpointsObject) ?? [],
      }));
  }

  /** Takes all objects of a kind: those that are not among them are gone. Objects that are as before are no change. */
  replace(kind: ServedKind, items: readonly Resource[]): void {
    const before = this.#objects(kind);
    const gone = new Map(before);
    const publications: Publication[] = [];
    for (const item of items) {
      const object = this.#read(kind, item);
      if (!object) continue;
      gone.delete(idOf(object));
      const known = before.get(idOf(object));
      if (!known || !jsonEqual(known, object)) publications.push(...this.#step(kind, "MODIFIED", object));
    }
    // What cannot be read now stays as it was when it could.
    for (const item of items) gone.delete(idOf(item));
    for (const object of gone.values()) publications.push(...this.#step(kind, "DELETED", object));
    this.#known.add(kind);
    if (this.#begun) this.#options.published.publish(publications);
    else if (servedKinds.every((each) => each.optional || this.#known.has(each))) this.begin();
  }

  /** Takes objects as they were when last seen: they are served only if nothing newer comes before `begin`. */
  recall(resources: readonly Resource[]): void {
    for (const resource of resources) {
      const kind = servedKinds.find((each) => objectFault(resource, each) === undefined);
      if (kind) this.#objects(kind).set(idOf(resource), resource);
    }
  }

  /** Publishes what is known: by itself when every kind that counts was listed once, or when nothing newer is to be had. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    const own: Publication[] = [];
    for (const kind of servedKinds) {
      const objects = this.#objects(kind);
      if (!kind.optional || objects.size > 0) this.#known.add(kind);
      for (const object of objects.values()) {
        this.#index.apply("ADDED", this.#shown(object));
        if (!isEndpoints(kind)) own.push({ type: "ADDED", resource: object });
      }
    }
    const pruned = [...this.#index.objects()].map((resource): Publication => ({ type: "ADDED", resource }));
    this.#options.published.publish([...pruned, ...own]);
  }

  /** Takes one change. */
  change(kind: ServedKind, type: WatchEvent["type"], resource: Resource): void {
    const object = this.#read(kind, resource);
    if (!object) return;
    const known = this.#objects(kind).has(idOf(object));
    if (!known && type !== "ADDED") {
      this.#options.observer.odd(kind, idOf(object), `it is ${type.toLowerCase()}, but was not known`);
      if (type === "DELETED") return;
    }
    const publications = this.#step(kind, type, object);
    if (this.#begun) this.#options.published.publish(publications);
  }

  #objects(kind: ServedKind): Map<string, Resource> {
    return this.#originals.get(kind) ?? new Map();
  }

  #read(kind: ServedKind, resource: Resource): Resource | undefined {
    const why = objectFault(resource, kind);
    if (why === undefined) return trimmed(resource, this.#options.nodeName);
    this.#options.observer.odd(kind, idOf(resource), why);
    return undefined;
  }

  #step(kind: ServedKind, type: WatchEvent["type"], object: Resource): readonly Publication[] {
    const id = idOf(object);
    const gone = type === "DELETED";
    if (gone) this.#objects(kind).delete(id);
    else this.#objects(kind).set(id, object);
    this.#options.observer.kept(keyOf(object), gone ? undefined : object);
    return this.#begun ? this.#publications(kind, type, object) : [];
  }

  /** What clients are to be told, in an order in which they never see a Service with endpoints that are not for them. */
  #publications(kind: ServedKind, type: WatchEvent["type"], object: Resource): readonly Publication[] {
    const pruned = this.#index
      .apply(type, this.#shown(object))
      .map(({ type: its, object: resource }) => ({ type: its, resource }));
    if (isEndpoints(kind)) return pruned;
    const own = { type, resource: object };
    return type === "DELETED" ? [own, ...pruned] : [...pruned, own];
  }

  #shown(object: Resource): Resource {
    const { localEndpoint } = this.#options;
    const listing = object.kind === "EndpointSlice" || object.kind === "Endpoints";
    return localEndpoint && listing ? withLocalEndpoint(object as EndpointsObject) : object;
  }
}

/** `namespace/name`, or the name alone where there is no namespace. */
function idOf(resource: Resource): string {
  const { namespace, name = "" } = resource?.metadata ?? {};
  return namespace ? `${namespace}/${name}` : name;
}
