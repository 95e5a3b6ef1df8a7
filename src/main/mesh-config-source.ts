import { formatKey, type ResourceKey } from "../api/index.ts";
import { getOwn, setOwn } from "../base/json.ts";
import { WeakValueMap } from "../base/weak-value-map.ts";
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
import type { ConfigProblem, MeshSnapshot } from "../mesh/index.ts";
import {
  type BuildFailure,
  type Built,
  type CacheStatistics,
  type EnvoyCodec,
  encodeNameTable,
  type KeySetSource,
  type Plan,
  PlanCache,
  planAll,
  planNameTable,
  type ResourceList,
  resourceMessages,
  type View,
  viewOf,
  viewProblems,
} from "../translate/index.ts";
import { ProblemTeller } from "./problem-teller.ts";

/** What is made of each type: its plans for a view, and the bytes of what they build. */
interface Making {
  readonly plan: (view: View, names: readonly string[]) => readonly Plan<unknown>[];
  readonly encode: (codec: EnvoyCodec, message: never) => Uint8Array;
}

function listed(list: ResourceList): Making {
  return { plan: planAll[list], encode: (codec, message) => codec.encode(resourceMessages[list], message) };
}

const makings = {
  [xdsTypes.cluster]: listed("clusters"),
  [xdsTypes.endpoint]: listed("endpoints"),
  [xdsTypes.listener]: listed("listeners"),
  [xdsTypes.route]: listed("routes"),
  [xdsTypes.extension]: listed("extensions"),
  // The one message that is not Envoy's own: its agent reads it.
  [xdsTypes.nameTable]: { plan: planNameTable, encode: (_, message) => encodeNameTable(message) },
} as const satisfies { readonly [type: string]: Making };

type TranslatedType = keyof typeof makings;

/** The types that are made by translation. */
export const translatedTypes: readonly string[] = Object.keys(makings);

export interface MeshConfigSourceOptions {
  readonly codec: EnvoyCodec;
  /** Told of resources that could not be made; what was in force before stays. */
  readonly failed: (failure: BuildFailure) => void;
  /** Told of what is wrong with objects, once for as long as it stays so. */
  readonly problem?: (problem: ConfigProblem) => void;
  /** The keys of issuers; default: none are known. */
  readonly keySetAt?: KeySetSource;
}

/** What is wrong with the configuration of proxies: by code, then by the proxy's id. */
export type PushStatus = { readonly [code: string]: { readonly [proxy: string]: readonly string[] } };

/** What proxies are to be told, made from snapshots of the mesh as they are asked for. */
export class MeshConfigSource implements ConfigSource {
  readonly #maker: ResourceMaker;
  #current: MeshVersion | undefined;
  #previousStatus: PushStatus = {};

  constructor(options: MeshConfigSourceOptions) {
    this.#maker = new ResourceMaker(options);
  }

  get current(): ConfigVersion | undefined {
    return this.#current;
  }

  /** What was found out for the proxies that asked for the current version, and for the one before it. */
  get status(): { readonly current: PushStatus; readonly previous: PushStatus } {
    return { current: this.#current?.status() ?? {}, previous: this.#previousStatus };
  }

  /** The objects that a resource was made from. */
  sourcesOf(resource: XdsResource): readonly ResourceKey[] {
    return this.#maker.sourcesOf(resource);
  }

  /** What the caches of resources did so far, by type. */
  get cacheStatistics(): { readonly [type: string]: CacheStatistics } {
    return this.#maker.statistics;
  }

  /** Makes a snapshot the current version. */
  publish(snapshot: MeshSnapshot): void {
    this.#maker.endRound();
    this.#previousStatus = this.status.current;
    this.#current = new MeshVersion(snapshot, this.#maker, this.#current);
  }
}

/** One version: what proxies with the same view share. */
class MeshVersion implements ConfigVersion {
  readonly name: string;
  readonly #snapshot: MeshSnapshot;
  readonly #maker: ResourceMaker;
  /** Each for as long as a client is to have it. */
  readonly #views = new WeakValueMap<string, ViewConfig>();
  readonly #proxies = new WeakValueMap<string, MeshProxy>();
  readonly #configOf = new WeakMap<MeshProxy, ViewConfig>();
  readonly #before: WeakValueMap<string, ViewConfig>;

  constructor(snapshot: MeshSnapshot, maker: ResourceMaker, before: MeshVersion | undefined) {
    this.name = snapshot.version;
    this.#snapshot = snapshot;
    this.#maker = maker;
    this.#before = before?.made ?? new WeakValueMap();
  }

  /** The views that somebody asked for, by their keys. */
  get made(): WeakValueMap<string, ViewConfig> {
    return this.#views;
  }

  client(proxy: MeshProxy): ClientConfig {
    const view = viewOf(this.#snapshot, proxy, this.#maker.keySetAt);
    const { key } = view.scope;
    const config = this.#views.get(key) ?? new ViewConfig(view, this.#maker, this.#before.get(key));
    this.#views.set(key, config);
    this.#proxies.set(proxy.id, proxy);
    this.#configOf.set(proxy, config);
    return config;
  }

  /** What is wrong with what the proxies have asked for so far. */
  status(): PushStatus {
    const status: { [code: string]: { [proxy: string]: string[] } } = {};
    for (const proxy of this.#proxies.values()) {
      for (const { code, key, message } of this.#configOf.get(proxy)?.problems ?? []) {
        status[code] ??= {};
        const ofCode = status[code];
        const messages = getOwn(ofCode, proxy.id) ?? [];
        messages.push(`${formatKey(key)} ${message}`);
        setOwn(ofCode, proxy.id, messages);
      }
    }
    return status;
  }
}

/** What all proxies of one view are to have. */
class ViewConfig implements ClientConfig {
  readonly #view: View;
  readonly #maker: ResourceMaker;
  /** Each for as long as a client has it. */
  readonly #sets = new WeakValueMap<string, ResourceSet>();
  /** What proxies of this view had before. */
  readonly #before: WeakValueMap<string, ResourceSet>;
  readonly #problems = new Map<string, ConfigProblem>();

  constructor(view: View, maker: ResourceMaker, before: ViewConfig | undefined) {
    this.#view = view;
    this.#maker = maker;
    this.#before = before?.sets ?? new WeakValueMap();
    maker.teller.met(viewProblems(view));
  }

  get sets(): WeakValueMap<string, ResourceSet> {
    return this.#sets;
  }

  /** What is wrong with the objects behind it, each once. */
  get problems(): readonly ConfigProblem[] {
    return [...this.#problems.values(), ...viewProblems(this.#view)];
  }

  resources(type: string, wanted: Wanted): ResourceSet {
    const id = `${type} ${wanted === "all" ? "*" : nameList(wanted)}`;
    const known = this.#sets.get(id);
    if (known) return known;
    const before = this.#before.get(id);
    const resources = Object.hasOwn(makings, type) ? this.#make(type as TranslatedType, wanted, before) : [];
    const set = before && sameResources(before, resources) ? before : new ResourceSet(type, resources);
    this.#sets.set(id, set);
    return set;
  }

  #make(type: TranslatedType, wanted: Wanted, before: ResourceSet | undefined): readonly XdsResource[] {
    const making: Making = makings[type];
    const plans = making.plan(this.#view, wanted === "all" ? [] : [...wanted]);
    return plans
      .filter(({ name }) => wanted === "all" || wanted.has(name))
      .flatMap((plan) => {
        const made = this.#maker.make(type, plan);
        this.#maker.teller.met(made?.problems ?? []);
        for (const each of made?.problems ?? []) this.#problems.set(`${formatKey(each.key)} ${each.message}`, each);
        return made?.resource ?? before?.resources.get(plan.name) ?? [];
      });
  }
}

/** A resource as it is sent, and what is wrong with the objects it came from. */
interface Made {
  readonly resource: XdsResource;
  readonly problems: readonly ConfigProblem[];
}

/** Builds and encodes resources, each once for all who are to have it. */
class ResourceMaker {
  readonly keySetAt: KeySetSource;
  readonly teller: ProblemTeller;
  readonly #failed: (failure: BuildFailure) => void;
  readonly #caches: { readonly [type in TranslatedType]: PlanCache<Made> };
  readonly #sources = new WeakMap<XdsResource, readonly ResourceKey[]>();

  constructor({ codec, failed, problem = () => {}, keySetAt = () => undefined }: MeshConfigSourceOptions) {
    this.#failed = failed;
    this.teller = new ProblemTeller(problem);
    this.keySetAt = keySetAt;
    const cacheOf = (type: TranslatedType) =>
      new PlanCache<Made>((name, { message, sources, problems = [] }: Built<never>) => {
        const making: Making = makings[type];
        const bytes = making.encode(codec, message);
        const resource = xdsResource(type, name, bytes, followerOf(type, message));
        this.#sources.set(resource, sources);
        return { resource, problems };
      });
    this.#caches = {
      [xdsTypes.cluster]: cacheOf(xdsTypes.cluster),
      [xdsTypes.endpoint]: cacheOf(xdsTypes.endpoint),
      [xdsTypes.listener]: cacheOf(xdsTypes.listener),
      [xdsTypes.route]: cacheOf(xdsTypes.route),
      [xdsTypes.extension]: cacheOf(xdsTypes.extension),
      [xdsTypes.nameTable]: cacheOf(xdsTypes.nameTable),
    };
  }

  /** Undefined if the resource could not be made. */
  make(type: TranslatedType, plan: Plan<unknown>): Made | undefined {
    try {
      return this.#caches[type].get(plan);
    } catch (error) {
      this.#failed({ plan, error });
      return undefined;
    }
  }

  sourcesOf(resource: XdsResource): readonly ResourceKey[] {
    return this.#sources.get(resource) ?? [];
  }

  get statistics(): { readonly [type: string]: CacheStatistics } {
    return Object.fromEntries(Object.entries(this.#caches).map(([type, cache]) => [type, cache.statistics]));
  }

  endRound(): void {
    this.teller.endRound();
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
