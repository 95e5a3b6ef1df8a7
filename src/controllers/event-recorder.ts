import { createHash } from "node:crypto";
import type { Resource, ResourceKey } from "../api/index.ts";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import type { ResourceStore } from "../core/index.ts";

/** What is told about an object. */
export interface RecordedEvent {
  readonly type: "Normal" | "Warning";
  /** A word for programs. */
  readonly reason: string;
  readonly message: string;
}

/** Writes Events about objects; what is said again is counted, not written anew. Nothing depends on them: faults are dropped. */
export class EventRecorder {
  readonly #store: Pick<ResourceStore, "get" | "create" | "update">;
  readonly #component: string;
  readonly #clock: Clock;

  constructor(store: Pick<ResourceStore, "get" | "create" | "update">, component: string, clock: Clock) {
    this.#store = store;
    this.#component = component;
    this.#clock = clock;
  }

  async record(about: Resource, event: RecordedEvent): Promise<void> {
    const { namespace = "default", name = "", uid = "" } = about.metadata;
    const hash = createHash("sha256").update([uid, event.type, event.reason, event.message].join("\0")).digest("hex");
    const key: ResourceKey = { group: "", kind: "Event", namespace, name: `${name}.${hash.slice(0, 16)}` };
    const now = new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
    try {
      const known = await this.#store.get(key);
      if (known) await this.#store.update({ ...known, count: Number(known.count ?? 1) + 1, lastTimestamp: now });
      else await this.#store.create(this.#eventOf(about, event, key, now));
    } catch (error) {
      if (!(error instanceof FairwayError)) throw error;
    }
  }

  #eventOf(about: Resource, event: RecordedEvent, { namespace, name }: ResourceKey, now: string): Resource {
    const { apiVersion, kind, metadata } = about;
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata: { namespace, name },
      involvedObject: {
        apiVersion,
        kind,
        namespace: metadata.namespace,
        name: metadata.name,
        uid: metadata.uid,
        resourceVersion: metadata.resourceVersion,
      },
      ...event,
      source: { component: this.#component },
      reportingComponent: this.#component,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    };
  }
}
