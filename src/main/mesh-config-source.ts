import type { Proxy as MeshProxy } from "../core/index.ts";
import {
  type ClientConfig,
  type ConfigSource,
  type ConfigVersion,
  ResourceSet,
  type Wanted,
  type XdsResource,
  xdsResource,
  xdsTypes,
} from "../deliver/index.ts";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { MessageTypes } from "../gen/message-types.ts";
import type { MeshSnapshot } from "../mesh/index.ts";
import {
  type BuildFailure,
  type Built,
  type EnvoyCodec,
  type Plan,
  PlanCache,
  planAll,
  type View,
  viewOf,
} from "../translate/index.ts";

/** The lists that translation makes, by type. */
const lists = {
  [xdsTypes.cluster]: ["clusters", "envoy.config.cluster.v3.Cluster"],
  [xdsTypes.endpoint]: ["endpoints", "envoy.config.endpoint.v3.ClusterLoadAssignment"],
  [xdsTypes.listener]: ["listeners", "envoy.config.listener.v3.Listener"],
  [xdsTypes.route]: ["routes", "envoy.config.route.v3.RouteConfiguration"],
} as const satisfies { readonly [type: string]: readonly [keyof typeof planAll, keyof MessageTypes] };

type TranslatedType = keyof typeof lists;

export interface MeshConfigSourceOptions {
  readonly codec: EnvoyCodec;
  /** Told of resources that could not be made; what was in force before stays. */
  readonly failed: (failure: BuildFailure) => void;
}

/** What proxies are to be told, made from snapshots of the mesh as they are asked for. */
export class MeshConfigSource implements ConfigSource {
  readonly #maker: ResourceMaker;
  #current: MeshVersion | undefined;

  constructor(options: MeshConfigSourceOptions) {
    this.#maker = new ResourceMaker(options);
  }

  get current(): ConfigVersion | undefined {
    return this.#current;
  }

  /** Makes a snapshot the current version. */
  publish(snapshot: MeshSnapshot): void {
    this.#maker.endRound();
    this.#current = new MeshVersion(snapshot, this.#maker, this.#current);
  }
}

/** One version: what proxies with the same view share. */
class MeshVersion implements ConfigVersion {
  readonly name: string;
  readonly #snapshot: MeshSnapshot;
  readonly #maker: ResourceMaker;
  readonly #views = new Map<string, ViewConfig>();
  readonly #before: ReadonlyMap<string, ViewConfig>;

  constructor(snapshot: MeshSnapshot, maker: ResourceMaker, before: MeshVersion | undefined) {
    this.name = snapshot.version;
    this.#snapshot = snapshot;
    this.#maker = maker;
    this.#before = before?.made ?? new Map();
  }

  /** The views that somebody asked for, with those from before that nobody has asked for yet. */
  get made(): ReadonlyMap<string, ViewConfig> {
    return this.#views;
  }

  client(proxy: MeshProxy): ClientConfig {
    const view = viewOf(this.#snapshot, proxy);
    const { key } = view.scope;
    const known = this.#views.get(key);
    if (known) return known;
    const made = new ViewConfig(view, this.#maker, this.#before.get(key));
    this.#views.set(key, made);
    return made;
  }
}

/** What all proxies of one view are to have. */
class ViewConfig implements ClientConfig {
  readonly #view: View;
  readonly #maker: ResourceMaker;
  readonly #sets = new Map<string, ResourceSet>();
  /** What proxies of this view had before; only until it was compared with. */
  #before: ReadonlyMap<string, ResourceSet>;

  constructor(view: View, maker: ResourceMaker, before: ViewConfig | undefined) {
    this.#view = view;
    this.#maker = maker;
    this.#before = before?.sets ?? new Map();
  }

  get sets(): ReadonlyMap<string, ResourceSet> {
    return this.#sets;
  }

  resources(type: string, wanted: Wanted): ResourceSet {
    const id = `${type} ${wanted === "all" ? "*" : nameList(wanted)}`;
    const known = this.#sets.get(id);
    if (known) return known;
    const before = this.#before.get(id);
    const resources = type in lists ? this.#make(type as TranslatedType, wanted, before) : [];
    const set = before && sameResources(before, resources) ? before : new ResourceSet(type, resources);
    this.#sets.set(id, set);
    return set;
  }

  #make(type: TranslatedType, wanted: Wanted, before: ResourceSet | undefined): readonly XdsResource[] {
    const [list] = lists[type];
    const plans = planAll[list](this.#view, wanted === "all" ? [] : [...wanted]) as readonly Plan<unknown>[];
    return plans
      .filter(({ name }) => wanted === "all" || wanted.has(name))
      .flatMap((plan) => this.#maker.make(type, plan) ?? before?.resources.get(plan.name) ?? []);
  }
}

/** Builds and encodes resources, each once for all who are to have it. */
class ResourceMaker {
  readonly #failed: (failure: BuildFailure) => void;
  readonly #caches: { readonly [type in TranslatedType]: PlanCache<XdsResource> };

  constructor({ codec, failed }: MeshConfigSourceOptions) {
    this.#failed = failed;
    const cacheOf = (type: TranslatedType) =>
      new PlanCache<XdsResource>((name, { message }: Built<never>) =>
        xdsResource(type, name, codec.encode(lists[type][1], message), followerOf(type, message)),
      );
    this.#caches = {
      [xdsTypes.cluster]: cacheOf(xdsTypes.cluster),
      [xdsTypes.endpoint]: cacheOf(xdsTypes.endpoint),
      [xdsTypes.listener]: cacheOf(xdsTypes.listener),
      [xdsTypes.route]: cacheOf(xdsTypes.route),
    };
  }

  /** Undefined if the resource could not be made. */
  make(type: TranslatedType, plan: Plan<unknown>): XdsResource | undefined {
    try {
      return this.#caches[type].get(plan);
    } catch (error) {
      this.#failed({ plan, error });
      return undefined;
    }
  }

  endRound(): void {
    for (const cache of Object.values(this.#caches)) cache.endRound();
  }
}

/** Envoy warms a changed cluster on its endpoints, though they are the same as before. */
function followerOf(type: TranslatedType, message: Cluster): XdsResource["follower"] {
  if (type !== xdsTypes.cluster || message.type !== "EDS") return undefined;
  return { type: xdsTypes.endpoint, name: message.edsClusterConfig?.serviceName || (message.name ?? "") };
}

function sameResources(before: ResourceSet, resources: readonly XdsResource[]): boolean {
  return (
    before.resources.size === resources.length &&
    resources.every((resource) => before.resources.get(resource.name)?.version === resource.version)
  );
}

const nameLists = new WeakMap<ReadonlySet<string>, string>();

/** The names as one text, whatever order they came in. */
function nameList(names: ReadonlySet<string>): string {
  let list = nameLists.get(names);
  if (list === undefined) {
    list = [...names].sort().join("\n");
    nameLists.set(names, list);
  }
  return list;
}
