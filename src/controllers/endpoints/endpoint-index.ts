import type { EndpointSlice, KubernetesEndpoints, KubernetesService, Node, Pod, Resource } from "../../api/index.ts";
import { isSuperset } from "../../base/labels.ts";
import type { WatchEvent } from "../../core/index.ts";
import { serviceNameLabel } from "./plan-slices.ts";

/** A Service by its namespace and name. */
export type ServiceId = `${string}/${string}`;

const idOf = ({ metadata }: Resource): ServiceId => `${metadata.namespace}/${metadata.name}`;

/** Services, pods, nodes and slices by what connects them: says which Services a change concerns. */
export class EndpointIndex {
  readonly #services = new Map<string, Map<ServiceId, KubernetesService>>();
  readonly #pods = new Map<string, Map<string, Pod>>();
  readonly #podsByNode = new Map<string, Set<Pod>>();
  readonly #nodes = new Map<string, Node>();
  readonly #slices = new Map<ServiceId, Map<string, EndpointSlice>>();
  readonly #endpoints = new Map<ServiceId, KubernetesEndpoints>();

  service(id: ServiceId): KubernetesService | undefined {
    return this.#services.get(namespaceOf(id))?.get(id);
  }

  node(name: string): Node | undefined {
    return this.#nodes.get(name);
  }

  endpoints(id: ServiceId): KubernetesEndpoints | undefined {
    return this.#endpoints.get(id);
  }

  /** Slices that say they are the Service's. */
  slices(id: ServiceId): readonly EndpointSlice[] {
    return [...(this.#slices.get(id)?.values() ?? [])];
  }

  /** Pods that a Service selects. */
  podsOf({ metadata, spec }: KubernetesService): readonly Pod[] {
    const pods = [...(this.#pods.get(metadata.namespace ?? "")?.values() ?? [])];
    return pods.filter((pod) => isSuperset(pod.metadata.labels ?? {}, spec.selector ?? {}));
  }

  /** Takes a change in, and returns the Services that it concerns. */
  apply({ type, resource, previous }: WatchEvent): ReadonlySet<ServiceId> {
    const gone = type === "DELETED";
    switch (resource.kind) {
      case "Service":
        this.#put(this.#services, resource, gone);
        return new Set([idOf(resource)]);
      case "Pod":
        return this.#applyPod(resource as Pod, previous as Pod | undefined, gone);
      case "Node":
        return this.#applyNode(resource as Node, gone);
      case "Endpoints":
        if (gone) this.#endpoints.delete(idOf(resource));
        else this.#endpoints.set(idOf(resource), resource as KubernetesEndpoints);
        return new Set([idOf(resource)]);
      default:
        return this.#applySlice(resource as EndpointSlice, previous as EndpointSlice | undefined, gone);
    }
  }

  #applyPod(pod: Pod, previous: Pod | undefined, gone: boolean): ReadonlySet<ServiceId> {
    const before = this.#pods.get(pod.metadata.namespace ?? "")?.get(idOf(pod));
    if (before) this.#podsByNode.get(before.spec.nodeName ?? "")?.delete(before);
    this.#put(this.#pods, pod, gone);
    if (!gone && pod.spec.nodeName) {
      const there = this.#podsByNode.get(pod.spec.nodeName) ?? new Set();
      this.#podsByNode.set(pod.spec.nodeName, there.add(pod));
    }
    return new Set([pod, previous ?? before ?? pod].flatMap((each) => this.#selecting(each)));
  }

  #applyNode(node: Node, gone: boolean): ReadonlySet<ServiceId> {
    const { name = "" } = node.metadata;
    if (gone) this.#nodes.delete(name);
    else this.#nodes.set(name, node);
    return new Set([...(this.#podsByNode.get(name) ?? [])].flatMap((pod) => this.#selecting(pod)));
  }

  #applySlice(slice: EndpointSlice, previous: EndpointSlice | undefined, gone: boolean): ReadonlySet<ServiceId> {
    const [old, now] = [previous && serviceOf(previous), serviceOf(slice)];
    if (old) this.#slices.get(old)?.delete(idOf(slice));
    if (gone) this.#slices.get(now)?.delete(idOf(slice));
    else {
      const slices = this.#slices.get(now) ?? new Map<string, EndpointSlice>();
      this.#slices.set(now, slices.set(idOf(slice), slice));
    }
    if (this.#slices.get(now)?.size === 0) this.#slices.delete(now);
    return new Set(old ? [old, now] : [now]);
  }

  /** Services that select a pod. */
  #selecting({ metadata }: Pod): ServiceId[] {
    const services = [...(this.#services.get(metadata.namespace ?? "")?.values() ?? [])];
    return services
      .filter(({ spec }) => hasSelector(spec) && isSuperset(metadata.labels ?? {}, spec.selector ?? {}))
      .map(idOf);
  }

  #put<T extends Resource>(into: Map<string, Map<string, T>>, resource: Resource, gone: boolean): void {
    const { namespace = "" } = resource.metadata;
    const there = into.get(namespace) ?? new Map<string, T>();
    if (gone) there.delete(idOf(resource));
    else there.set(idOf(resource), resource as T);
    if (there.size === 0) into.delete(namespace);
    else into.set(namespace, there);
  }
}

/** Whether the Service's endpoints follow from pods. */
export function hasSelector(spec: KubernetesService["spec"]): boolean {
  return spec.type !== "ExternalName" && Object.keys(spec.selector ?? {}).length > 0;
}

function serviceOf({ metadata }: EndpointSlice): ServiceId {
  return `${metadata.namespace}/${metadata.labels?.[serviceNameLabel] ?? ""}`;
}

const namespaceOf = (id: ServiceId) => id.slice(0, id.indexOf("/"));
