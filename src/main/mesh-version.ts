import { formatKey } from "../api/index.ts";
import { getOwn, setOwn } from "../base/json.ts";
import { WeakValueMap } from "../base/weak-value-map.ts";
import type { Proxy as MeshProxy } from "../core/index.ts";
import {
  type ClientConfig,
  type ConfigVersion,
  ResourceGroup,
  ResourceSet,
  type StreamAbilities,
  type Wanted,
  type XdsResource,
  xdsTypes,
} from "../deliver/index.ts";
import { type ConfigProblem, type MeshSnapshot, proxyScopeKey } from "../mesh/index.ts";
import { type Part, type PartPlan, type Plan, type View, viewOf, viewProblems } from "../translate/index.ts";
import { ByWanted } from "./by-wanted.ts";
import { isTranslated, type Made, type ResourceMaker, type TranslatedType } from "./resource-maker.ts";
import { hasHostsApart } from "./virtual-host-discovery.ts";

/** What is wrong with the configuration of proxies: by code, then by the proxy's id. */
export type PushStatus = { readonly [code: string]: { readonly [proxy: string]: readonly string[] } };

/** One version: what proxies with the same view share, and views with the same parts. */
export class MeshVersion implements ConfigVersion {
  readonly name: string;
  readonly number: number;
  readonly #snapshot: MeshSnapshot;
  readonly #maker: ResourceMaker;
  /** Each for as long as a client is to have it. */
  readonly #views = new WeakValueMap<string, ViewConfig>();
  /** By type and rank, then by key; each for as long as a view has it. */
  readonly #parts = new Map<TranslatedType, WeakValueMap<string, PartConfig>[]>();
  readonly #proxies = new WeakValueMap<string, MeshProxy>();
  #configOf = new WeakMap<MeshProxy, ViewConfig>();
  #before: MeshVersion | undefined;

  /** What `before` has made is taken over as far as it is the same. */
  constructor(snapshot: MeshSnapshot, maker: ResourceMaker, before: MeshVersion | undefined) {
    this.name = snapshot.version;
    this.number = snapshot.count;
    this.#snapshot = snapshot;
    this.#maker = maker;
    this.#before = before;
    before?.retire();
  }

  /**
   * There is a newer version: this one lets go of what there was before it, and of what it keeps for its proxies to be asked
   * about. Who is not brought to the newer one yet is given what it is to have by this one all the same.
   */
  retire(): void {
    this.#before = undefined;
    this.#configOf = new WeakMap();
  }

  client(proxy: MeshProxy, abilities?: StreamAbilities): ClientConfig {
    const key = proxyScopeKey(this.#snapshot, proxy);
    const config = this.#views.get(key) ?? this.#newView(key, proxy);
    this.#proxies.set(proxy.id, proxy);
    this.#configOf.set(proxy, config);
    return hasHostsApart(proxy, abilities) ? config.hostsApart : config;
  }

  #newView(key: string, proxy: MeshProxy): ViewConfig {
    const view = viewOf(this.#snapshot, proxy, this.#maker.keySetAt);
    const config = new ViewConfig(view, this, this.#before?.viewOf(key));
    this.#views.set(key, config);
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

  /** What was made for the view of a key, if somebody has it. */
  viewOf(key: string): ViewConfig | undefined {
    return this.#views.get(key);
  }

  /** The parts of a type and rank that views have, by their keys. */
  partsOf(type: TranslatedType, rank: number): WeakValueMap<string, PartConfig> {
    const ranks = this.#parts.get(type) ?? [];
    this.#parts.set(type, ranks);
    ranks[rank] ??= new WeakValueMap();
    return ranks[rank];
  }

  /** The parts of a view's resources of a type. */
  parts(type: TranslatedType, view: View): readonly PartConfig[] {
    return this.#maker.parts(type, view).map((part, rank) => {
      const known = this.partsOf(type, rank);
      const before = this.#before?.partsOf(type, rank).get(part.key);
      const config = known.get(part.key) ?? new PartConfig({ type, part }, this.#maker, { before, others: known });
      known.set(part.key, config);
      return config;
    });
  }

  /** Tells of problems that were not told of yet. */
  tell(problems: readonly ConfigProblem[]): void {
    this.#maker.teller.met(problems);
  }
}

/** A part as it is sent. */
interface MadePart {
  readonly group: ResourceGroup;
  /** What belongs to resources of the group and is sent apart from them, by their names. */
  readonly members: ReadonlyMap<string, ResourceGroup>;
  readonly problems: readonly ConfigProblem[];
  readonly plan: PartPlan<unknown>;
  /** What was made of each list of plans; undefined what could not be made. */
  readonly lists: ReadonlyMap<PlanList, readonly (Made | undefined)[]>;
  /** Everything could be made. */
  readonly isWhole: boolean;
}

type PlanList = PartPlan<unknown>["lists"][number];

interface TypedPart {
  readonly type: TranslatedType;
  readonly part: Part<unknown>;
}

/** Where a part finds what need not be made again. */
interface Lenders {
  /** The same part in the version before. */
  readonly before: PartConfig | undefined;
  /** Parts of the same rank in this version: what other namespaces have is mostly the same. */
  readonly others: WeakValueMap<string, PartConfig>;
}

/** What all views with one part are to have of it. */
class PartConfig {
  readonly #typed: TypedPart;
  readonly #maker: ResourceMaker;
  readonly #made = new ByWanted<MadePart>();
  readonly #before: ByWanted<MadePart> | undefined;
  readonly #others: Lenders["others"];

  constructor(typed: TypedPart, maker: ResourceMaker, { before, others }: Lenders) {
    this.#typed = typed;
    this.#maker = maker;
    this.#before = before?.made;
    this.#others = others;
  }

  get made(): ByWanted<MadePart> {
    return this.#made;
  }

  get(wanted: Wanted): MadePart {
    // Nobody else needs what was made before, and who kept it would keep all of a mesh twice.
    const made = this.#made.get(wanted) ?? this.#make(wanted, this.#before?.take(wanted));
    this.#made.set(wanted, made);
    return made;
  }

  #make(wanted: Wanted, before: MadePart | undefined): MadePart {
    const { type, part } = this.#typed;
    const names = wanted === "all" ? noNames : wanted;
    const [last, like] = this.#maker.reuses ? [before, this.#like(wanted)] : [];
    const lenders = [last, like].filter((each) => each !== undefined);
    const plan = part.plan(names, last?.plan, like?.plan);
    const equal = lenders.find((each) => sameLists(each.plan, plan));
    if (equal) {
      this.#maker.teller.met(equal.problems);
      return { ...equal, plan };
    }
    const lists = new Map<PlanList, readonly (Made | undefined)[]>();
    const resources: XdsResource[] = [];
    const members = new Map<string, ResourceGroup>();
    const problems: ConfigProblem[] = [];
    let isWhole = true;
    for (const list of plan.lists) {
      const made = listAmong(lenders, list) ?? list.map((each) => this.#maker.make(type, each));
      lists.set(list, made);
      for (let i = 0; i < list.length; i++) {
        const { name } = list[i] as Plan<unknown>;
        const one = made[i];
        if (!one) isWhole = false;
        if (one && one.problems.length > 0) problems.push(...one.problems);
        // What cannot be made now stays as it was, also where nothing else is used again.
        const resource = one?.resource ?? before?.group.resources.get(name);
        if (!resource || !(wanted === "all" || wanted.has(name))) continue;
        resources.push(resource);
        const own = one ? one.members : before?.members.get(name);
        if (own) members.set(name, own);
      }
    }
    this.#maker.teller.met(problems);
    const same = lenders.find((each) => sameResources(each.group, resources));
    return { group: same?.group ?? new ResourceGroup(resources), members, problems, plan, lists, isWhole };
  }

  /**
   * What one of the first other parts has made for the same wish: to look further would not be worth it. Where something
   * could not be made, the other has what it had of it before, which is for nobody else.
   */
  #like(wanted: Wanted): MadePart | undefined {
    for (const other of this.#others.values().take(fewOthers)) {
      const made = other.made.get(wanted);
      if (made?.isWhole) return made;
    }
    return undefined;
  }
}

const fewOthers = 8;

/** What all proxies of one view are to have. */
class ViewConfig implements ClientConfig {
  readonly #view: View;
  readonly #version: MeshVersion;
  readonly #sets = new Map<string, ByWanted<ResourceSet>>();
  /** By type; holding them keeps them for others too. */
  readonly #parts = new Map<string, readonly PartConfig[]>();
  readonly #problems = new Map<string, ConfigProblem>();
  /** What proxies of this view had before, for as long as one of them has it. */
  readonly #before: WeakRef<ViewConfig> | undefined;

  constructor(view: View, version: MeshVersion, before: ViewConfig | undefined) {
    this.#view = view;
    this.#version = version;
    this.#before = before && new WeakRef(before);
    version.tell(viewProblems(view));
  }

  /** The set of an id, if somebody asked for it. */
  setOf(id: string, wanted: Wanted): ResourceSet | undefined {
    return this.#sets.get(id)?.get(wanted);
  }

  /** What is wrong with the objects behind it, each once. */
  get problems(): readonly ConfigProblem[] {
    return [...this.#problems.values(), ...viewProblems(this.#view)];
  }

  resources(type: string, wanted: Wanted): ResourceSet {
    // Who has the hosts in their tables has none besides.
    if (!isTranslated(type) || type === xdsTypes.virtualHost) return ResourceSet.empty(type);
    return this.#set(type, wanted, () =>
      ResourceSet.ofGroups(
        type,
        this.#made(type, wanted).map(({ group }) => group),
      ),
    );
  }

  /** The same for proxies that are sent virtual hosts apart from their route tables. */
  get hostsApart(): ClientConfig {
    const { route, virtualHost } = xdsTypes;
    const made = (wanted: Wanted) => this.#made(virtualHost, wanted);
    return {
      resources: (type, wanted) => {
        if (type === route) {
          const groups = () => made(wanted).map(({ group }) => group);
          return this.#set(`${route} apart`, wanted, () => ResourceSet.ofGroups(route, groups()));
        }
        if (type !== virtualHost) return this.resources(type, wanted);
        const groups = () => made(wanted).flatMap(({ members }) => [...members.values()]);
        return this.#set(type, wanted, () => ResourceSet.ofDistinctGroups(type, groups()));
      },
    };
  }

  /** The set of an id, made if it is not there; the one of the version before if it has the same groups. */
  #set(id: string, wanted: Wanted, make: () => ResourceSet): ResourceSet {
    const sets = this.#sets.get(id) ?? new ByWanted<ResourceSet>();
    this.#sets.set(id, sets);
    const set = sets.get(wanted) ?? sameAs(this.#before?.deref()?.setOf(id, wanted), make());
    sets.set(wanted, set);
    return set;
  }

  #made(type: TranslatedType, wanted: Wanted): readonly MadePart[] {
    const parts = this.#parts.get(type) ?? this.#version.parts(type, this.#view);
    this.#parts.set(type, parts);
    const made = parts.map((part) => part.get(wanted));
    for (const { problems } of made) {
      for (const each of problems) this.#problems.set(`${formatKey(each.key)} ${each.message}`, each);
    }
    return made;
  }
}

/** A set, or the one before it if that has the same groups. */
function sameAs(before: ResourceSet | undefined, set: ResourceSet): ResourceSet {
  const same = before?.groups.length === set.groups.length && set.groups.every((each, i) => each === before.groups[i]);
  return before && same ? before : set;
}

function sameLists({ lists: before }: PartPlan<unknown>, { lists }: PartPlan<unknown>): boolean {
  return before.length === lists.length && lists.every((list, i) => list === before[i]);
}

function listAmong(lenders: readonly MadePart[], list: PlanList): readonly (Made | undefined)[] | undefined {
  for (const { lists } of lenders) {
    const made = lists.get(list);
    if (made) return made;
  }
  return undefined;
}

const noNames: ReadonlySet<string> = new Set();

function sameResources({ resources: before }: ResourceGroup, resources: readonly XdsResource[]): boolean {
  return (
    before.size === resources.length &&
    resources.every((resource) => {
      const known = before.get(resource.name);
      return known === resource || known?.version === resource.version;
    })
  );
}
