import type { Endpoint, Service } from "../core/index.ts";
import type { RegistryChange, SnapshotSource } from "./registry-change.ts";
import { RegistrySnapshot } from "./registry-snapshot.ts";
import { serviceKey } from "./service-key.ts";
import { SnapshotDraft } from "./snapshot-draft.ts";

/** A service with its endpoints. */
export interface GivenService {
  readonly service: Service;
  readonly endpoints: readonly Endpoint[];
}

/** A registry whose services are given directly, for load tests and for looking into things (`MemRegistry`). */
export class MemoryRegistry implements SnapshotSource {
  #snapshot = RegistrySnapshot.empty;
  readonly #cluster: string;

  /** `cluster`: the one that the endpoints are told to be of. */
  constructor(cluster = "memory") {
    this.#cluster = cluster;
  }

  get snapshot(): RegistrySnapshot {
    return this.#snapshot;
  }

  /** Adds services, or takes the place of those of the same host and namespace. */
  set(given: readonly GivenService[]): RegistryChange {
    const draft = new SnapshotDraft(this.#snapshot);
    for (const { service, endpoints } of given) {
      draft.setService(serviceKey(service), service, new Map([[this.#cluster, endpoints]]));
    }
    return this.#publish(draft);
  }

  /** Replaces the endpoints of a service; one that is not there is passed over. */
  setEndpoints(key: string, endpoints: readonly Endpoint[]): RegistryChange {
    const service = this.#snapshot.serviceByKey(key);
    return this.set(service ? [{ service, endpoints }] : []);
  }

  remove(keys: readonly string[]): RegistryChange {
    const draft = new SnapshotDraft(this.#snapshot);
    for (const key of keys) draft.setService(key, undefined, undefined);
    return this.#publish(draft);
  }

  #publish(draft: SnapshotDraft): RegistryChange {
    const { snapshot, change } = draft.finish();
    this.#snapshot = snapshot;
    return change;
  }
}
