import {
  type EndpointSlice,
  formatGroupKind,
  type GroupKind,
  type KubernetesEndpoints,
  type Resource,
  type ResourceKey,
} from "../api/index.ts";
import { isObject } from "../base/json.ts";
import { KeySets } from "./key-sets.ts";
import { wellKnown } from "./well-known.ts";
import { labelsOf } from "./workload-context.ts";
import { objectId } from "./workload-key.ts";

/** The kinds that the registry is derived from. */
export const registryKinds: readonly GroupKind[] = [
  { group: "", kind: "Namespace" },
  { group: "", kind: "Node" },
  { group: "", kind: "Pod" },
  { group: "", kind: "Service" },
  { group: "", kind: "Endpoints" },
  { group: "discovery.k8s.io", kind: "EndpointSlice" },
  { group: "networking.istio.io", kind: "ServiceEntry" },
  { group: "networking.istio.io", kind: "WorkloadEntry" },
  { group: "networking.istio.io", kind: "WorkloadGroup" },
];

const known = new Set(registryKinds.map(formatGroupKind));

/** The objects as they are now, and ways to find them. */
export class ObjectIndex {
  readonly #objects = new Map<string, Resource>();
  readonly #byNamespace = new KeySets();
  readonly #byKind = new KeySets();
  readonly #slices = new KeySets();
  readonly #podsByNode = new KeySets();

  get(kind: string, namespace: string, name: string): Resource | undefined {
    return this.#objects.get(objectId(kind, namespace, name));
  }

  /** Replaces an object and returns what was there; kinds that are not the registry's are passed over. */
  replace(key: ResourceKey, next: Resource | undefined): Resource | undefined {
    if (!known.has(formatGroupKind(key))) return undefined;
    const id = objectId(key.kind, key.namespace, key.name);
    const old = this.#objects.get(id);
    if (next === undefined) this.#objects.delete(id);
    else this.#objects.set(id, next);
    const [was, is] = [old !== undefined, next !== undefined];
    this.#byKind.move(id, was ? key.kind : undefined, is ? key.kind : undefined);
    this.#byNamespace.move(id, was ? key.namespace : undefined, is ? key.namespace : undefined);
    this.#slices.move(id, sliceOwner(key, old), sliceOwner(key, next));
    this.#podsByNode.move(id, nodeOf(key, old), nodeOf(key, next));
    return old;
  }

  /** Ids of all objects of a namespace. */
  inNamespace(namespace: string): Iterable<string> {
    return this.#byNamespace.get(namespace);
  }

  /** Ids of all objects of a kind. */
  ofKind(kind: string): Iterable<string> {
    return this.#byKind.get(kind);
  }

  all(kind: string): readonly Resource[] {
    return [...this.#byKind.get(kind)].sort().flatMap((id) => this.#objects.get(id) ?? []);
  }

  byId(id: string): Resource | undefined {
    return this.#objects.get(id);
  }

  /** Ids of the pods on a node. */
  podsOn(node: string): Iterable<string> {
    return this.#podsByNode.get(node);
  }

  /** The slices of a Service, sorted by name. */
  slicesOf(namespace: string, service: string): readonly EndpointSlice[] {
    const ids = [...this.#slices.get(objectId("Service", namespace, service))].sort();
    return ids.flatMap((id) => (this.#objects.get(id) as EndpointSlice | undefined) ?? []);
  }

  endpointsOf(namespace: string, service: string): KubernetesEndpoints | undefined {
    return this.get("Endpoints", namespace, service) as KubernetesEndpoints | undefined;
  }
}

/** Id of the Service that a slice's endpoints are of. */
export function sliceOwner(key: ResourceKey, resource: Resource | undefined): string | undefined {
  if (key.kind !== "EndpointSlice" || resource === undefined) return undefined;
  const name = labelsOf(resource)[wellKnown.sliceService];
  return typeof name === "string" && name !== "" ? objectId("Service", key.namespace, name) : undefined;
}

function nodeOf(key: ResourceKey, resource: Resource | undefined): string | undefined {
  const spec = key.kind === "Pod" ? resource?.["spec"] : undefined;
  return isObject(spec) && typeof spec["nodeName"] === "string" ? spec["nodeName"] : undefined;
}
