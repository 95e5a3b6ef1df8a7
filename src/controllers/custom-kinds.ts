import {
  formatPath,
  type KindCatalog,
  type KindDefinition,
  kindFromCrd,
  type Problem,
  type Resource,
} from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError, isFault } from "../base/fault.ts";
import { isObject, jsonEqual } from "../base/json.ts";
import type { LogScope } from "../base/log.ts";
import type { ResourceStore, Watch } from "../core/index.ts";

const crdType = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" };

/**
 * The kinds that are known now: the built-in ones, and those that CustomResourceDefinitions in the store define. Writes
 * the definitions' status (accepted names, Established), and deletes a kind's objects when its definition goes.
 */
export class CustomKinds {
  readonly #builtIn: KindCatalog;
  readonly #log: LogScope;
  readonly #clock: Clock;
  readonly #defined = new Map<string, KindDefinition>();
  #catalog: KindCatalog;
  #watch: Watch | undefined;
  #running: Promise<void> = Promise.resolve();
  #changed: () => void = () => {};

  constructor(builtIn: KindCatalog, log: LogScope, clock: Clock) {
    this.#builtIn = builtIn;
    this.#catalog = builtIn;
    this.#log = log;
    this.#clock = clock;
  }

  catalog(): KindCatalog {
    return this.#catalog;
  }

  /** Calls `changed` after each change of the kinds. */
  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  /** Takes in the definitions that are there, then follows their changes until `close`. */
  async start(store: ResourceStore): Promise<void> {
    const { items, resourceVersion } = await store.list(crdType, "");
    for (const crd of items) await this.#define(store, crd);
    this.#watch = store.watch({ types: [crdType], from: resourceVersion });
    this.#running = this.#follow(store, this.#watch);
  }

  async close(): Promise<void> {
    this.#watch?.close();
    await this.#running;
  }

  async #follow(store: ResourceStore, watch: Watch): Promise<void> {
    for await (const { type, resource } of watch) {
      try {
        if (type === "DELETED") await this.#forget(store, resource);
        else await this.#define(store, resource);
      } catch (error) {
        this.#log.error("CustomResourceDefinition could not be handled", { name: resource.metadata.name, error });
      }
    }
  }

  async #define(store: ResourceStore, crd: Resource): Promise<void> {
    const name = crd.metadata.name ?? "";
    const { kind, problems } = kindFromCrd(crd);
    if (kind && !this.#builtIn.find(kind)) {
      this.#defined.set(name, kind);
      this.#publish();
      this.#log.info("Kind defined", { name });
    }
    await this.#writeStatus(store, crd, problems);
  }

  async #forget(store: ResourceStore, crd: Resource): Promise<void> {
    const kind = this.#defined.get(crd.metadata.name ?? "");
    if (!kind) return;
    for (const { metadata } of (await store.list(kind, "")).items) {
      const key = {
        group: kind.group,
        kind: kind.kind,
        namespace: metadata.namespace ?? "",
        name: metadata.name ?? "",
      };
      await store.delete(key).catch(ignoreGone);
    }
    this.#defined.delete(crd.metadata.name ?? "");
    this.#publish();
    this.#log.info("Kind removed with its objects", { name: crd.metadata.name });
  }

  #publish(): void {
    this.#catalog = this.#builtIn.with([...this.#defined.values()]);
    this.#changed();
  }

  async #writeStatus(store: ResourceStore, crd: Resource, problems: readonly Problem[]): Promise<void> {
    const status = this.#statusOf(crd, problems);
    if (jsonEqual(status, crd.status)) return;
    await store.updateStatus({ ...crd, status }).catch((error) => {
      if (!isFault(error, "Conflict", "NotFound")) throw error;
    });
  }

  #statusOf(crd: Resource, problems: readonly Problem[]): object {
    const spec = isObject(crd.spec) ? crd.spec : {};
    const before = isObject(crd.status) ? crd.status : {};
    const versions = Array.isArray(spec.versions) ? spec.versions.filter(isObject) : [];
    const stored = versions.filter((v) => v.storage === true).map((v) => String(v.name));
    const message = problems.map((p) => `${formatPath(p.path)}: ${p.message}`).join("; ");
    const wanted =
      problems.length === 0
        ? [
            ["NamesAccepted", "True", "NoConflicts", "no conflicts found"],
            ["Established", "True", "InitialNamesAccepted", "the initial names have been accepted"],
          ]
        : [["NonStructuralSchema", "True", "Violations", message]];
    const old = Array.isArray(before.conditions) ? before.conditions.filter(isObject) : [];
    return {
      acceptedNames: spec.names,
      storedVersions: [...new Set([...(Array.isArray(before.storedVersions) ? before.storedVersions : []), ...stored])],
      conditions: wanted.map(([type, status, reason, text]) => {
        const same = old.find((c) => c.type === type && c.status === status);
        const now = new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
        return { type, status, lastTransitionTime: same?.lastTransitionTime ?? now, reason, message: text };
      }),
    };
  }
}

function ignoreGone(error: unknown): void {
  if (!isFault(error, "NotFound")) throw FairwayError.from(error);
}
