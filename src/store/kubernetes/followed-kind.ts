import { type GroupKind, type KindDefinition, storedVersion } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { type FairwayError, isFault } from "../../base/fault.ts";
import { type KubeClient, type ReadingPace, Reflector } from "../../kube/index.ts";
import type { MirrorScope, ObjectMirror } from "./object-mirror.ts";
import type { ServedKinds } from "./served-kinds.ts";

/** What happened while a kind was followed, for who runs the store. */
export type FollowNotice = { readonly kind: KindDefinition } & (
  | { readonly type: "missing" }
  | { readonly type: "found" }
  /** The server has the kind in an older version only. */
  | { readonly type: "old"; readonly version: string }
  /** A watch stands; `namespace` is empty for all. What failed before is over. */
  | { readonly type: "following"; readonly namespace: string }
  /** It is tried again in `wait` milliseconds; `namespace` is empty for all. */
  | { readonly type: "failed"; readonly namespace: string; readonly error: FairwayError; readonly wait: number }
);

export interface FollowedKindOptions {
  readonly kind: KindDefinition;
  /** Where objects are followed; one empty name for everywhere. */
  readonly namespaces: readonly string[];
  /** Only objects of this name. Default: all. */
  readonly name?: string;
  readonly client: Pick<KubeClient, "page" | "watch">;
  readonly served: ServedKinds;
  readonly mirror: ObjectMirror;
  readonly clock: Clock;
  readonly random?: () => number;
  /** As a reflector's. */
  readonly pace?: ReadingPace;
  readonly notice: (notice: FollowNotice) => void;
}

/** Times in a row that a server must say it does not have a kind before objects that were there count as gone. */
const certain = 2;

/** Keeps a mirror equal to all objects of one kind, also of one that the server does not have yet. */
export class FollowedKind {
  readonly #options: FollowedKindOptions;
  readonly #type: GroupKind;
  readonly #reflectors: readonly Reflector[];
  /** Namespaces that were not read yet. */
  readonly #unread: Set<string>;
  readonly #synced = Promise.withResolvers<void>();
  #absences = 0;
  #state: "unknown" | "missing" | "found" = "unknown";

  constructor(options: FollowedKindOptions) {
    const { kind, namespaces } = options;
    this.#options = options;
    this.#type = Object.freeze({ group: kind.group, kind: kind.kind });
    this.#unread = new Set(namespaces);
    this.#reflectors = namespaces.map((namespace) => this.#reflector(namespace));
  }

  /** Resolves when all objects were read once, or the server said that it does not have the kind. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  get kind(): KindDefinition {
    return this.#options.kind;
  }

  async start(): Promise<void> {
    // Where the server cannot be asked now the reflectors will tell.
    await this.#look().catch(() => undefined);
    for (const reflector of this.#reflectors) reflector.start();
  }

  /** The kind's definition changed: what failed may go now. */
  retry(): void {
    for (const reflector of this.#reflectors) reflector.retry();
  }

  async close(): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.close()));
  }

  #reflector(namespace: string): Reflector {
    const { client, mirror, clock, random, pace, notice, kind, name } = this.#options;
    return new Reflector({
      client,
      type: this.#type,
      namespace,
      clock,
      ...(name && { fieldSelector: `metadata.name=${name}` }),
      ...(random && { random }),
      ...(pace && { pace }),
      sink: {
        replace: (items, version) => {
          this.#found();
          mirror.replace(this.#scope(namespace), items, version);
          this.#read(namespace);
        },
        changed: (event, resource) => mirror.changed(this.#type, event, resource),
        following: () => notice({ type: "following", kind, namespace }),
        failed: (error, wait) => {
          if (isFault(error, "NotFound")) void this.#look().catch(() => undefined);
          else if (wait > 0) notice({ type: "failed", kind, namespace, error, wait });
        },
      },
    });
  }

  /** Asks whether the server has the kind at all. */
  async #look(): Promise<void> {
    const { kind, served, notice } = this.#options;
    const { version } = await served.find(kind);
    if (version === undefined) return this.#missing();
    this.#absences = 0;
    if (version !== storedVersion(kind)) notice({ type: "old", kind, version });
  }

  #missing(): void {
    const { kind, namespaces, mirror, notice } = this.#options;
    this.#absences += 1;
    if (this.#state !== "missing") notice({ type: "missing", kind });
    this.#state = "missing";
    const held = mirror.list(this.#type, "").length > 0;
    if (held && this.#absences < certain) return;
    this.forget();
    for (const namespace of namespaces) this.#read(namespace);
  }

  /** What was followed counts as gone. */
  forget(): void {
    const { mirror, namespaces } = this.#options;
    for (const namespace of namespaces) mirror.replace(this.#scope(namespace), [], "");
  }

  #scope(namespace: string): MirrorScope {
    const { name } = this.#options;
    return { type: this.#type, namespace, ...(name && { name }) };
  }

  #found(): void {
    this.#absences = 0;
    if (this.#state === "missing") this.#options.notice({ type: "found", kind: this.#options.kind });
    this.#state = "found";
  }

  #read(namespace: string): void {
    this.#unread.delete(namespace);
    if (this.#unread.size === 0) this.#synced.resolve();
  }
}
