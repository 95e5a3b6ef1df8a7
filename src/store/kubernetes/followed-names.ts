import { formatKey, type GroupKind, type KindDefinition, keyOf, type Resource } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import { isFault } from "../../base/fault.ts";
import type { Watch } from "../../core/index.ts";
import { FollowedKind, type FollowedKindOptions } from "./followed-kind.ts";
import { LabelledNames } from "./labelled-names.ts";
import { NameCounts } from "./name-counts.ts";

/** A kind of which only those objects are followed that others refer to by their names. */
export interface ReferencedKind {
  readonly kind: GroupKind;
  /** Kinds whose objects refer to it: they are followed themselves. */
  readonly by: readonly GroupKind[];
  /** The names that an object refers to, in whichever namespace. */
  readonly names: (resource: Resource) => readonly string[];
  /** Objects with these labels are followed as well, as a selector. Default: none. */
  readonly labelSelector?: string;
}

export interface FollowedNamesOptions extends Omit<FollowedKindOptions, "kind" | "name"> {
  readonly kind: KindDefinition;
  readonly referenced: ReferencedKind;
  /** A client that asks for metadata only. */
  readonly metadataClient: FollowedKindOptions["client"];
}

/** Milliseconds that an object is still followed after the last reference to it went: proxies may be behind. */
const lingering = 60_000;

/** Keeps a mirror equal to those objects of a kind that others refer to: one watch for each name. */
export class FollowedNames {
  readonly #options: FollowedNamesOptions;
  readonly #clock: Clock;
  readonly #names = new Map<string, FollowedKind>();
  readonly #leaving = new Map<string, () => void>();
  readonly #referrers = new Map<string, readonly string[]>();
  readonly #labelled: readonly LabelledNames[];
  readonly #counts = new NameCounts(
    (name) => this.#follow(name),
    (name) => this.#leave(name),
  );
  #watch: Watch | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: FollowedNamesOptions) {
    this.#options = options;
    this.#clock = options.clock;
    const { referenced, namespaces, metadataClient: client, clock, random, notice, kind } = options;
    const { labelSelector } = referenced;
    this.#labelled = (labelSelector === undefined ? [] : namespaces).map(
      (namespace) =>
        new LabelledNames({
          type: referenced.kind,
          namespace,
          labelSelector: labelSelector ?? "",
          client,
          clock,
          ...(random && { random }),
          told: (name, has) => this.#counts.replace(has ? [] : [name], has ? [name] : []),
          failed: (error, wait) => notice({ type: "failed", kind, namespace, error, wait }),
        }),
    );
  }

  /** To be called when all that refers was read; resolves when all that is referred to was, too. */
  async start(): Promise<void> {
    this.#reset();
    await Promise.all(this.#labelled.map((each) => each.start()));
    await Promise.all([...this.#names.values()].map(({ synced }) => synced));
  }

  /** Follows references from now on: to be called when the mirror tells of changes. */
  run(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watch?.close();
    for (const cancel of this.#leaving.values()) cancel();
    await this.#running;
    await Promise.all([...this.#labelled, ...this.#names.values()].map((each) => each.close()));
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      const watch = this.#options.mirror.watch({ types: this.#options.referenced.by });
      this.#watch = watch;
      // What changed between the last look and this watch, or was forgotten before it was read.
      this.#reset();
      try {
        for await (const { type, resource } of watch) this.#refer(resource, type !== "DELETED");
        return;
      } catch (error) {
        if (!isFault(error, "Expired")) throw error;
      }
    }
  }

  #reset(): void {
    const { mirror, referenced } = this.#options;
    const gone = new Set(this.#referrers.keys());
    for (const type of referenced.by) {
      for (const resource of mirror.list(type, "")) {
        gone.delete(formatKey(keyOf(resource)));
        this.#refer(resource, true);
      }
    }
    for (const key of gone) this.#count(key, []);
  }

  #refer(resource: Resource, there: boolean): void {
    this.#count(formatKey(keyOf(resource)), there ? this.#options.referenced.names(resource) : []);
  }

  #count(key: string, names: readonly string[]): void {
    const before = this.#referrers.get(key) ?? [];
    if (names.length > 0) this.#referrers.set(key, names);
    else this.#referrers.delete(key);
    this.#counts.replace(before, names);
  }

  #follow(name: string): void {
    this.#leaving.get(name)?.();
    this.#leaving.delete(name);
    if (this.#closed || this.#names.has(name)) return;
    const { referenced: _, metadataClient: __, ...options } = this.#options;
    const followed = new FollowedKind({ ...options, name });
    this.#names.set(name, followed);
    void followed.start();
  }

  #leave(name: string): void {
    if (this.#closed) return;
    const forget = () => {
      this.#leaving.delete(name);
      const followed = this.#names.get(name);
      this.#names.delete(name);
      void followed?.close().then(() => followed.forget());
    };
    this.#leaving.set(name, this.#clock.after(lingering, forget));
  }
}
