import {
  accountAnnotation,
  accountTokenType,
  type GroupKind,
  type KindCatalog,
  keyOf,
  type Namespace,
  type Resource,
  type ResourceKey,
} from "../api/index.ts";
import { FairwayError } from "../base/fault.ts";
import type { DeleteOptions, ResourceList, ResourceStore, Watch, WatchOptions, WriteOptions } from "../core/index.ts";
import type { ServiceAllocator } from "./services/service-allocator.ts";

/** Whose finalizer keeps a namespace until it is empty. */
export const namespaceFinalizer = "kubernetes";

/** Namespaces that cannot be deleted, as with Kubernetes. */
const immortal: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);

const isNamespace = ({ group, kind }: GroupKind) => group === "" && kind === "Namespace";
const isSecret = ({ group, kind }: GroupKind) => group === "" && kind === "Secret";
const isService = ({ group, kind }: GroupKind) => group === "" && kind === "Service";

/**
 * A store as a Kubernetes cluster has it: nothing is created in a namespace that is not there or is about to go, a
 * namespace goes only when it is empty, and Services get addresses and ports that no other has. For clients of the API
 * and for controllers; files and imports write to the store within.
 */
export class ClusterStore implements ResourceStore {
  readonly #inner: ResourceStore;
  readonly #services: ServiceAllocator;

  constructor(inner: ResourceStore, services: ServiceAllocator) {
    this.#inner = inner;
    this.#services = services;
  }

  kinds(): KindCatalog {
    return this.#inner.kinds();
  }

  get(key: ResourceKey): Promise<Resource | undefined> {
    return this.#inner.get(key);
  }

  list(type: GroupKind, namespace: string): Promise<ResourceList> {
    return this.#inner.list(type, namespace);
  }

  async create(resource: Resource, options?: WriteOptions): Promise<Resource> {
    const key = keyOf(resource);
    if (isNamespace(key)) return this.#inner.create(withFinalizer(resource), options);
    await this.#checkNamespace(resource, key);
    if (isSecret(key)) await this.#checkAccount(resource, key);
    if (!isService(key)) return this.#inner.create(resource, options);
    const write = (service: Resource) => this.#inner.create(service, options);
    return this.#services.write(resource, undefined, write, options?.dryRun);
  }

  async update(resource: Resource, options?: WriteOptions): Promise<Resource> {
    const key = keyOf(resource);
    const old = isService(key) ? await this.#inner.get(key) : undefined;
    if (!old) return this.#inner.update(resource, options);
    const write = (service: Resource) => this.#inner.update(service, options);
    return this.#services.write(resource, old, write, options?.dryRun);
  }

  updateStatus(resource: Resource, options?: WriteOptions): Promise<Resource> {
    return this.#inner.updateStatus(resource, options);
  }

  patch(original: Resource, change: (resource: Resource) => Resource): Promise<Resource> {
    return this.#inner.patch(original, change);
  }

  async delete(key: ResourceKey, options?: DeleteOptions): Promise<Resource> {
    if (!isNamespace(key)) return this.#inner.delete(key, options);
    if (immortal.has(key.name)) {
      const details = { name: key.name, group: "", kind: "namespaces" };
      const message = `namespaces "${key.name}" is forbidden: this namespace cannot be deleted`;
      throw new FairwayError("Forbidden", message, { details });
    }
    const marked = await this.#inner.delete(key, options);
    // What is gone already has no phase to tell of.
    if (marked.metadata.deletionTimestamp === undefined || options?.dryRun) return marked;
    return this.#inner.updateStatus(terminating(marked)).catch(() => marked);
  }

  watch(options?: WatchOptions): Watch {
    return this.#inner.watch(options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** A Secret for a token of nobody would be taken away again at once; better to say so. */
  async #checkAccount(resource: Resource, { kind, namespace, name }: ResourceKey): Promise<void> {
    const account = resource.metadata.annotations?.[accountAnnotation];
    if (resource["type"] !== accountTokenType || !account) return;
    if (await this.#inner.get({ group: "", kind: "ServiceAccount", namespace, name: account })) return;
    const field = `metadata.annotations[${accountAnnotation}]`;
    const message = `must name a ServiceAccount of the namespace, and '${account}' is none`;
    throw new FairwayError("Invalid", `Secret "${name}" is invalid: ${field}: ${message}`, {
      details: { name, group: "", kind, causes: [{ reason: "FieldValueNotFound", message, field }] },
    });
  }

  async #checkNamespace(resource: Resource, { group, namespace, name }: ResourceKey): Promise<void> {
    if (namespace === "") return;
    const found = await this.#inner.get({ group: "", kind: "Namespace", namespace: "", name: namespace });
    if (!found) {
      const details = { name: namespace, group: "", kind: "namespaces" };
      throw new FairwayError("NotFound", `namespaces "${namespace}" not found`, { details });
    }
    if (found.metadata.deletionTimestamp === undefined) return;
    const { plural = "" } = this.kinds().findFor(resource)?.kind ?? {};
    const why = `namespace ${namespace} is being terminated`;
    const causes = [{ reason: "NamespaceTerminating", message: why, field: "metadata.namespace" }];
    const whole = `${plural}${group && `.${group}`} "${name}"`;
    throw new FairwayError("Forbidden", `${whole} is forbidden: nothing can be created because ${why}`, {
      details: { name, group, kind: plural, causes },
    });
  }
}

function withFinalizer(namespace: Namespace): Resource {
  const { finalizers = [] } = namespace.spec ?? {};
  if (finalizers.includes(namespaceFinalizer)) return namespace;
  return { ...namespace, spec: { ...namespace.spec, finalizers: [...finalizers, namespaceFinalizer] } };
}

function terminating(namespace: Namespace): Resource {
  return { ...namespace, status: { ...namespace.status, phase: "Terminating" } };
}
