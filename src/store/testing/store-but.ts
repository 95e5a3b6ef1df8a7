import type { ResourceStore } from "../../core/resource-store.ts";

/** The store, but for what is to be done otherwise: calls that fail, wait or are watched. */
export function storeBut(store: ResourceStore, otherwise: Partial<ResourceStore>): ResourceStore {
  return {
    kinds: () => store.kinds(),
    get: (key) => store.get(key),
    list: (type, namespace) => store.list(type, namespace),
    create: (resource, options) => store.create(resource, options),
    update: (resource, options) => store.update(resource, options),
    updateStatus: (resource, options) => store.updateStatus(resource, options),
    patch: (original, change) => store.patch(original, change),
    delete: (key, options) => store.delete(key, options),
    watch: (options) => store.watch(options),
    close: () => store.close(),
    ...otherwise,
  };
}
