import { Acknowledgement, type AnswerVerdict } from "./acknowledgement.ts";
import type { Wanted } from "./config-source.ts";
import { type DeltaRequest, type DeltaSubscription, updateOf } from "./delta-subscription.ts";
import { OwedNames } from "./owed-names.ts";
import type { Parcel } from "./parcel.ts";
import { type Difference, noDifference, ResourceGroup } from "./resource-group.ts";
import { ResourceSet } from "./resource-set.ts";
import type { Subscription, Update, Verdict } from "./subscription.ts";
import { groupHosts, hostsByTable } from "./virtual-host-name.ts";
import { xdsTypes } from "./xds-types.ts";

/** The virtual hosts of one route table that a client was sent. */
interface HeldTable {
  readonly hosts: ResourceGroup;
  /** The client's beginning with the table for which it was sent them. */
  readonly beginning: number;
}

type HeldTables = ReadonlyMap<string, HeldTable>;

/** Never a beginning of a table: nobody knows what the client has of its hosts. */
const unknown = -1;

const noHosts = new ResourceGroup([]);

/** What is sent of a table without hosts, so that Envoy does not wait for any: it lacks a host that there never was. */
const noHost = "none";

/**
 * The virtual hosts of a delta stream. Envoy asks for them once and without a name: which are meant follows from the route
 * tables it watches. What it is sent of a table that it does not have it accepts and forgets; and it says that it has hosts
 * which went with their table. So the hosts of a table follow the table, all of them each time that it begins with it.
 */
export class VirtualHostSubscription implements Subscription {
  readonly type = xdsTypes.virtualHost;
  readonly acknowledgement = new Acknowledgement();
  readonly #routes: () => DeltaSubscription | undefined;
  #held: HeldTables = new Map();
  /** What the client had when it had last taken all that it was sent. */
  #settled: HeldTables = this.#held;
  #has = ResourceSet.empty(xdsTypes.virtualHost);
  readonly #owed = new OwedNames();
  /** What the client refused, and how often it had begun with tables by then: it is not sent the same again. */
  #refused: { readonly set: ResourceSet; readonly beginnings: number } | undefined;
  #first = true;
  #returning = false;

  /** `routes` are the tables of the same stream; undefined as long as it does not watch any. */
  constructor(routes: () => DeltaSubscription | undefined) {
    this.#routes = routes;
  }

  /** The tables whose hosts are wanted. */
  get wanted(): Wanted {
    return this.#routes()?.wanted ?? noTables;
  }

  get has(): ResourceSet {
    return this.#has;
  }

  get returning(): boolean {
    return this.#returning;
  }

  take(request: DeltaRequest): Verdict {
    const answer = this.acknowledgement.begun ? this.acknowledgement.take(request) : "none";
    this.#settle(answer, request.error !== undefined);
    const first = this.#first;
    if (first) this.#recall(request.initialVersions);
    this.#first = false;
    const named = request.subscribe.filter((name) => name !== "*");
    this.#owed.add(named);
    return { answer, asks: first || named.length > 0 };
  }

  owe(): void {
    // Told of tables that were sent. What is due of them is seen from what the client began with.
  }

  update(set: ResourceSet): Update | undefined {
    const routes = this.#routes();
    if (!routes || this.#isRefused(set, routes)) return undefined;
    const difference = this.#withOwed(set, this.#difference(set, routes));
    return difference.parcels.length === 0 && difference.removed.length === 0 ? undefined : updateOf(set, difference);
  }

  sent(set: ResourceSet, nonce: string, now: number): void {
    const routes = this.#routes();
    const held = new Map(this.#held);
    for (const table of held.keys()) if (!this.#isWanted(table)) held.delete(table);
    const byTable = hostsByTable(set);
    for (const table of routes ? tablesOf(set, routes) : []) {
      const hosts = byTable.get(table) ?? noHosts;
      const beginning = routes?.beginnings?.of(table) ?? 0;
      if (!isSame(held.get(table), hosts, beginning)) held.set(table, { hosts, beginning });
    }
    this.#held = held;
    this.#has = set;
    this.#owed.clear();
    this.acknowledgement.sent(nonce, set.version, now);
  }

  #isWanted(table: string): boolean {
    const { wanted } = this;
    return wanted === "all" || wanted.has(table);
  }

  #isRefused(set: ResourceSet, { beginnings }: DeltaSubscription): boolean {
    return this.#refused?.set === set && this.#refused.beginnings === beginnings?.count && this.#owed.isEmpty;
  }

  #difference(set: ResourceSet, routes: DeltaSubscription): Difference {
    const parcels: Parcel[] = [];
    const removed: string[] = [];
    let adds = false;
    const byTable = hostsByTable(set);
    for (const table of tablesOf(set, routes)) {
      const beginning = routes.beginnings?.of(table) ?? 0;
      const change = changeOf(table, byTable.get(table) ?? noHosts, this.#held.get(table), beginning);
      parcels.push(...change.parcels);
      removed.push(...change.removed);
      adds ||= change.adds;
    }
    for (const [table, { hosts }] of this.#held) if (!this.#isWanted(table)) removed.push(...hosts.resources.keys());
    return { parcels, removed, adds };
  }

  #withOwed(set: ResourceSet, { parcels, removed, adds }: Difference): Difference {
    const owed = this.#owed.besides(set, parcels);
    return { parcels: [...parcels, ...owed.parcels], removed: [...new Set([...removed, ...owed.absent])], adds };
  }

  /** Takes a client's word for what it has of the tables that it has. */
  #recall(versions: ReadonlyMap<string, string>): void {
    this.#returning = versions.size > 0;
    const claimed = Array.from(versions, ([name, version]) => ({ name, version, field: new Uint8Array() }));
    this.#has = ResourceSet.of(this.type, claimed);
    this.#held = new Map(Array.from(groupHosts(claimed), ([table, hosts]) => [table, { hosts, beginning: 0 }]));
    this.#settled = this.#held;
  }

  /** A response that is refused may be in force in part, whichever of those under way it was. */
  #settle(answer: AnswerVerdict, refused: boolean): void {
    if (answer === "none") return;
    if (refused) {
      this.#held = inDoubt(this.#settled, this.#held);
      this.#settled = this.#held;
      const beginnings = this.#routes()?.beginnings?.count ?? 0;
      if (answer === "refused") this.#refused = { set: this.#has, beginnings };
    } else if (answer === "accepted") {
      this.#settled = this.#held;
      this.#refused = undefined;
    }
  }
}

const noTables: ReadonlySet<string> = new Set();

/**
 * The tables that a client has and whose hosts come by themselves. If no table's do there are no groups: then nothing may be
 * said of hosts, for Envoy would forget those that are in the table.
 */
function tablesOf(set: ResourceSet, { has }: DeltaSubscription): Iterable<string> {
  return set.groups.length === 0 ? noTables : has.keys();
}

/** What a client lacks of a table's hosts. */
function changeOf(table: string, hosts: ResourceGroup, held: HeldTable | undefined, beginning: number): Difference {
  if (held?.beginning === beginning) return hosts.differenceFrom(held.hosts);
  const gone = held ? Array.from(held.hosts.resources.keys()).filter((name) => !hosts.resources.has(name)) : [];
  if (hosts.resources.size > 0) return { parcels: [hosts.whole], removed: gone, adds: true };
  return { parcels: [], removed: gone.length > 0 ? gone : [`${table}/${noHost}`], adds: false };
}

function isSame(held: HeldTable | undefined, hosts: ResourceGroup, beginning: number): boolean {
  return held?.beginning === beginning && hosts.differenceFrom(held.hosts) === noDifference;
}

/** What a client may have that had one and was sent the other: of tables that differ, anything of both. */
function inDoubt(before: HeldTables, after: HeldTables): HeldTables {
  const tables = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    Array.from(tables, (table) => {
      const [had, sent] = [before.get(table), after.get(table)];
      if (had && had === sent) return [table, had];
      const hosts = [had, sent].flatMap((each) => (each ? [...each.hosts.resources.values()] : []));
      return [table, { hosts: new ResourceGroup(hosts), beginning: unknown }];
    }),
  );
}
