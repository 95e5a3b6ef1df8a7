import { type Resource, type ResourceKey, systemNamespaces } from "../../api/index.ts";
import { isFault } from "../../base/fault.ts";
import { isObject, jsonEqual } from "../../base/json.ts";
import type { ResourceStore } from "../../core/index.ts";
import { StoreFollower } from "../store-follower.ts";

const accountName = "default";
const authorityName = "kube-root-ca.crt";

export interface NamespaceDefaultsOptions {
  /** Refuses to create in namespaces that are about to go. */
  readonly store: ResourceStore;
  /** Certificate of the authority by which clients know the API, PEM. */
  readonly authority: string;
  readonly report: (error: unknown) => void;
}

/**
 * Gives each namespace what clients expect to find there: the ServiceAccount `default`, and the ConfigMap
 * `kube-root-ca.crt` with the certificate by which they can know the API. Both come back if somebody deletes them.
 */
export class NamespaceDefaults {
  readonly #options: NamespaceDefaultsOptions;
  readonly #follower: StoreFollower;
  readonly #pending = new Set<Promise<void>>();

  constructor(options: NamespaceDefaultsOptions) {
    this.#options = options;
    const { store, report } = options;
    this.#follower = new StoreFollower({
      store,
      types: [
        { group: "", kind: "Namespace" },
        { group: "", kind: "ServiceAccount" },
        { group: "", kind: "ConfigMap" },
      ],
      reset: (objects) => {
        for (const object of objects) if (object.kind === "Namespace") this.#look(object);
      },
      apply: ({ resource }) => this.#look(resource),
      report,
    });
  }

  /** Makes the namespaces that every cluster has, then follows all there are. */
  async start(): Promise<void> {
    const { store } = this.#options;
    const namespaces = systemNamespaces.map((name) => {
      const labels = { "kubernetes.io/metadata.name": name };
      return store.create({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels } });
    });
    await Promise.all(namespaces.map((created) => created.catch(unless("AlreadyExists"))));
    await this.#follower.start();
    await Promise.all(this.#pending);
  }

  async close(): Promise<void> {
    await this.#follower.close();
    await Promise.all(this.#pending);
  }

  /** Looks after the namespace that an object is, or is in if it is one of ours. */
  #look({ kind, metadata: { name = "", namespace = "" } }: Resource): void {
    if (kind === "Namespace") this.#do(() => this.#provide(name));
    else if (kind === "ServiceAccount" && name === accountName) this.#do(() => this.#provideAccount(namespace));
    else if (kind === "ConfigMap" && name === authorityName) this.#do(() => this.#provideAuthority(namespace));
  }

  #do(task: () => Promise<void>): void {
    const done = task()
      .catch(unless("AlreadyExists", "NotFound", "Forbidden", "Conflict", "Unavailable"))
      .catch((error: unknown) => this.#options.report(error))
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  async #provide(namespace: string): Promise<void> {
    await Promise.all([this.#provideAccount(namespace), this.#provideAuthority(namespace)]);
  }

  async #provideAccount(namespace: string): Promise<void> {
    const found = await this.#options.store.get(keyIn(namespace, "ServiceAccount", accountName));
    if (!found)
      await this.#create({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: accountName, namespace } });
  }

  async #provideAuthority(namespace: string): Promise<void> {
    const { store, authority } = this.#options;
    const data = { "ca.crt": authority };
    const found = await store.get(keyIn(namespace, "ConfigMap", authorityName));
    if (!found) {
      const annotations = {
        "kubernetes.io/description": "The certificate authority by which clients can know the API.",
      };
      const metadata = { name: authorityName, namespace, annotations };
      await this.#create({ apiVersion: "v1", kind: "ConfigMap", metadata, data });
    } else if (!isObject(found.data) || !jsonEqual(found.data, data)) {
      await store.update({ ...found, data });
    }
  }

  async #create(object: Resource): Promise<void> {
    await this.#options.store.create(object);
  }
}

function keyIn(namespace: string, kind: string, name: string): ResourceKey {
  return { group: "", kind, namespace, name };
}

/** Lets faults of these codes pass: somebody else was faster, or the namespace is going. */
function unless(...codes: Parameters<typeof isFault>[1][]): (error: unknown) => void {
  return (error) => {
    if (!isFault(error, ...codes)) throw error;
  };
}
