import {
  formatGroupKind,
  type GroupKind,
  type KindCatalog,
  type KindDefinition,
  type Resource,
  type ResourceKey,
} from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import { KubeClient, type ReadingPace, type Reflector, type Transport } from "../../kube/index.ts";
import { definitions, watchDefinitions } from "./definition-watch.ts";
import { FollowedKind, type FollowNotice } from "./followed-kind.ts";
import { FollowedNames, type ReferencedKind } from "./followed-names.ts";
import { ObjectMirror, type ReadProblem } from "./object-mirror.ts";
import { ServedKinds } from "./served-kinds.ts";

export interface FollowOptions {
  readonly transport: Transport;
  readonly kinds: () => KindCatalog;
  /** The kinds that are kept in memory and watched; all others are asked for each time. */
  readonly follow: readonly GroupKind[];
  /** A kind of which only what others refer to is followed; not among `follow`. Default: none. */
  readonly referenced?: ReferencedKind;
  /** Where objects of namespaced kinds are followed. Default: everywhere. */
  readonly namespaces?: readonly string[];
  /** Who is said to ask and to write, for the server's log and the owners of fields. */
  readonly manager: string;
  readonly clock: Clock;
  /** From 0 up to 1, by which waiting is spread. Default: at random. */
  readonly random?: () => number;
  /** How a kind's changes that come in a row are read. Default: each as soon as it is there. */
  readonly pace?: ReadingPace;
  /** An object of the same server as another store has read it: it is shared where it is of the same version. Default: none. */
  readonly twin?: (key: ResourceKey) => Resource | undefined;
  /** Told once of each version of an object that cannot be used. */
  readonly report: (problem: ReadProblem) => void;
  readonly notice: (notice: FollowNotice) => void;
}

const everywhere = [""];

/** The objects of some kinds on a server, followed from `open` to `close`. */
export class FollowedObjects {
  readonly client: KubeClient;
  readonly mirror: ObjectMirror;
  readonly #namespaces: readonly string[];
  readonly #followed: ReadonlyMap<string, FollowedKind>;
  readonly #named: FollowedNames | undefined;
  readonly #namedKind: KindDefinition | undefined;
  readonly #definitions: Reflector;

  constructor(options: FollowOptions) {
    const { transport, kinds, manager, clock, random, pace, twin, report, notice, follow, namespaces = [] } = options;
    const basis = { transport, kinds, userAgent: manager };
    const chance = random && { random };
    const served: ServedKinds = new ServedKinds({ resourcesOf: (...version) => client.resourcesOf(...version) });
    const client = new KubeClient({ ...basis, version: (kind) => served.versionOf(kind) });
    this.client = client;
    this.mirror = new ObjectMirror({ kinds, clock, report, ...(twin && { twin }) });
    this.#namespaces = namespaces.length === 0 ? everywhere : [...new Set(namespaces)];
    const shared = { client, served, mirror: this.mirror, clock, notice, ...chance, ...(pace && { pace }) };
    const stored = new Set(follow.map((type) => kinds().storedKind(kinds().get(type))));
    const within = (kind: KindDefinition) => (kind.namespaced ? this.#namespaces : everywhere);
    const started = (kind: KindDefinition) => new FollowedKind({ ...shared, kind, namespaces: within(kind) });
    this.#followed = new Map([...stored].map((kind) => [formatGroupKind(kind), started(kind)]));
    const { referenced } = options;
    const named = referenced && kinds().get(referenced.kind);
    const metadataClient = new KubeClient({ ...basis, metadataOnly: true });
    this.#named =
      named && new FollowedNames({ ...shared, metadataClient, kind: named, namespaces: within(named), referenced });
    this.#namedKind = named;
    const byName = new Map([...this.#followed.values()].map((each) => [definitionOf(each.kind), each]));
    this.#definitions = watchDefinitions({
      client: metadataClient,
      clock,
      ...chance,
      changed: (name) => byName.get(name)?.retry(),
      // Without it kinds are found as well, only later.
      failed: (error, wait) => notice({ type: "failed", kind: kinds().get(definitions), namespace: "", error, wait }),
    });
  }

  /** Resolves when everything was read once; an Unavailable fault if `signal` ends it before. */
  async open(signal: AbortSignal | undefined): Promise<void> {
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(new FairwayError("Unavailable", "stopped before everything was read"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const kinds = [...this.#followed.values()];
    for (const kind of kinds) kind.start();
    this.#definitions.start();
    try {
      await Promise.race([Promise.all(kinds.map(({ synced }) => synced)), stopped.promise]);
      await Promise.race([this.#named?.start(), stopped.promise]);
    } finally {
      signal?.removeEventListener("abort", stop);
      this.mirror.open();
    }
    this.#named?.run();
  }

  /** Whether objects of a kind in a namespace, or in all if that is empty, are in memory. */
  follows(type: GroupKind, namespace: string): boolean {
    const named = this.#namedKind;
    const isNamed = named !== undefined && formatGroupKind(named) === formatGroupKind(type);
    const kind = isNamed ? named : this.#followed.get(formatGroupKind(type))?.kind;
    if (!kind) return false;
    return (
      !kind.namespaced || this.#namespaces.includes("") || namespace === "" || this.#namespaces.includes(namespace)
    );
  }

  async close(): Promise<void> {
    const all = [this.#definitions, ...this.#followed.values(), ...(this.#named ? [this.#named] : [])];
    await Promise.all(all.map((each) => each.close()));
    this.mirror.close();
  }
}

function definitionOf({ plural, group }: KindDefinition): string {
  return `${plural}.${group}`;
}
