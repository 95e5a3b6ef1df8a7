import type { ResourceKey } from "../api/index.ts";
import { type ResourceGroup, type XdsResource, xdsResource, xdsTypes } from "../deliver/index.ts";
import type { Cluster } from "../gen/envoy/config/cluster/v3.ts";
import type { ConfigProblem } from "../mesh/index.ts";
import {
  type BuildFailure,
  type Built,
  type CacheStatistics,
  type EnvoyCodec,
  encodeNameTable,
  type KeySetSource,
  type Part,
  type Plan,
  PlanCache,
  partsOf,
  type ResourceList,
  resourceMessages,
  type View,
} from "../translate/index.ts";
import { encodeRouteTable } from "./encode-route-table.ts";
import type { EncodedMessage } from "./encoded-message.ts";
import { encodeHostlessTable, hostsOfTable } from "./hostless-table.ts";
import { ProblemTeller } from "./problem-teller.ts";

/** What is made of each type: the parts of a view's resources, and the bytes of what their plans build. */
interface Making {
  /** The type of the resources, if it is not the one that is asked for. */
  readonly type?: string;
  readonly parts: (view: View) => readonly Part<unknown>[];
  readonly encode: (codec: EnvoyCodec, message: never) => EncodedMessage;
  /** What belongs to a resource and is sent apart from it. */
  readonly members?: (codec: EnvoyCodec, message: never) => ResourceGroup;
}

function listed(list: ResourceList): Making {
  return {
    parts: partsOf[list],
    encode: (codec, message) => ({ bytes: codec.encode(resourceMessages[list], message) }),
  };
}

const makings = {
  [xdsTypes.cluster]: listed("clusters"),
  [xdsTypes.endpoint]: listed("endpoints"),
  [xdsTypes.listener]: listed("listeners"),
  [xdsTypes.route]: { parts: partsOf.routes, encode: encodeRouteTable },
  // Whose virtual hosts are resources of their own has tables without them.
  [xdsTypes.virtualHost]: {
    type: xdsTypes.route,
    parts: partsOf.routes,
    encode: encodeHostlessTable,
    members: hostsOfTable,
  },
  [xdsTypes.extension]: listed("extensions"),
  // The one message that is not Envoy's own: its agent reads it.
  [xdsTypes.nameTable]: { parts: partsOf.nameTables, encode: (_, message) => ({ bytes: encodeNameTable(message) }) },
} as const satisfies { readonly [type: string]: Making };

/** A type that is made here. */
export type TranslatedType = keyof typeof makings;

/** The types that are made by translation. */
export const translatedTypes: readonly string[] = Object.keys(makings);

export function isTranslated(type: string): type is TranslatedType {
  return Object.hasOwn(makings, type);
}

/** What resources are made with. */
export interface ResourceMakerOptions {
  readonly codec: EnvoyCodec;
  /** Told of resources that could not be made; what was in force before stays. */
  readonly failed: (failure: BuildFailure) => void;
  /** Told of what is wrong with objects, once for as long as it stays so. */
  readonly problem?: (problem: ConfigProblem) => void;
  /** The keys of issuers; default: none are known. */
  readonly keySetAt?: KeySetSource;
  /** Whether what was made once is kept for who is to have the same, and for versions to come. Default: yes. */
  readonly cache?: boolean;
}

/** A resource as it is sent, and what is wrong with the objects it came from. */
export interface Made {
  readonly resource: XdsResource;
  readonly problems: readonly ConfigProblem[];
  /** What belongs to the resource and is sent apart from it. */
  readonly members?: ResourceGroup;
}

/** Builds and encodes resources, each once for all who are to have it. */
export class ResourceMaker {
  readonly keySetAt: KeySetSource;
  readonly teller: ProblemTeller;
  /** Whether what was made once may be used again. */
  readonly reuses: boolean;
  readonly #failed: (failure: BuildFailure) => void;
  readonly #build: (type: TranslatedType, name: string, built: Built<never>, known?: Iterable<Made>) => Made;
  readonly #caches: { readonly [type in TranslatedType]: PlanCache<Made> };
  readonly #sources = new WeakMap<XdsResource, readonly ResourceKey[]>();

  constructor(options: ResourceMakerOptions) {
    const { codec, failed, problem = () => {}, keySetAt = () => undefined, cache = true } = options;
    this.#failed = failed;
    this.reuses = cache;
    this.teller = new ProblemTeller(problem);
    this.keySetAt = keySetAt;
    this.#build = (type, name, { message, sources, problems = [] }, known = []) => {
      const making: Making = makings[type];
      const { bytes, version } = making.encode(codec, message);
      const follower = followerOf(type, name, message);
      const facts = { ...(version && { version }), ...(follower && { follower }) };
      const resource = withBytesOf(known, xdsResource(making.type ?? type, name, bytes, facts));
      this.#sources.set(resource, sources);
      const members = making.members?.(codec, message);
      return { resource, problems, ...(members && { members }) };
    };
    const cacheOf = (type: TranslatedType) => new PlanCache<Made>((...each) => this.#build(type, ...each));
    this.#caches = {
      [xdsTypes.cluster]: cacheOf(xdsTypes.cluster),
      [xdsTypes.endpoint]: cacheOf(xdsTypes.endpoint),
      [xdsTypes.listener]: cacheOf(xdsTypes.listener),
      [xdsTypes.route]: cacheOf(xdsTypes.route),
      [xdsTypes.virtualHost]: cacheOf(xdsTypes.virtualHost),
      [xdsTypes.extension]: cacheOf(xdsTypes.extension),
      [xdsTypes.nameTable]: cacheOf(xdsTypes.nameTable),
    };
  }

  /** The parts of a view's resources of a type. */
  parts(type: TranslatedType, view: View): readonly Part<unknown>[] {
    return makings[type].parts(view);
  }

  /** Undefined if the resource could not be made. */
  make(type: TranslatedType, plan: Plan<unknown>): Made | undefined {
    try {
      if (this.reuses) return this.#caches[type].get(plan);
      return this.#build(type, plan.name, plan.build(plan.key as never) as Built<never>);
    } catch (error) {
      this.#failed({ plan, error });
      return undefined;
    }
  }

  /** The objects that a resource was made from. */
  sourcesOf(resource: XdsResource): readonly ResourceKey[] {
    return this.#sources.get(resource) ?? [];
  }

  /** What the caches did so far, by type. */
  get statistics(): { readonly [type: string]: CacheStatistics } {
    return Object.fromEntries(Object.entries(this.#caches).map(([type, cache]) => [type, cache.statistics]));
  }

  /** What is in the caches, by type. */
  contents(): { readonly [type: string]: Iterable<XdsResource> } {
    const resources = (cache: PlanCache<Made>) => cache.results().map(({ resource }) => resource);
    return Object.fromEntries(Object.entries(this.#caches).map(([type, cache]) => [type, resources(cache)]));
  }

  /** Forgets everything that was built; what clients have stays theirs. */
  clear(): void {
    for (const cache of Object.values(this.#caches)) cache.clear();
  }
}

/** The resource, with the bytes of one that says the same: much is made anew for a change of which nothing is seen in it. */
function withBytesOf(known: Iterable<Made>, resource: XdsResource): XdsResource {
  for (const { resource: other } of known) {
    if (other.version === resource.version) return { ...resource, field: other.field };
  }
  return resource;
}

/** Envoy warms a changed cluster on its endpoints, though they are the same as before; and a table on its hosts. */
function followerOf(type: TranslatedType, name: string, message: Cluster): XdsResource["follower"] {
  if (type === xdsTypes.virtualHost) return { type, name };
  if (type !== xdsTypes.cluster || message.type !== "EDS") return undefined;
  return { type: xdsTypes.endpoint, name: message.edsClusterConfig?.serviceName || (message.name ?? "") };
}
