import type { KubernetesService, Node, Resource } from "../api/index.ts";
import { jsonEqual } from "../base/json.ts";
import type { TopologyRule } from "../core/index.ts";
import { EndpointGroup } from "./endpoint-group.ts";
import type { NodeLabels, Verdict } from "./judge-endpoints.ts";
import { type EndpointsObject, serviceOf } from "./prune-object.ts";
import { readTopologyRule } from "./topology-rule.ts";

type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/** A change of what clients on the node see. */
export interface PrunedChange {
  readonly type: ChangeType;
  readonly object: EndpointsObject;
}

const labelsOf = ({ metadata }: Resource): NodeLabels => metadata.labels ?? {};
const idOf = ({ metadata }: Resource, name = metadata.name) => `${metadata.namespace ?? ""}/${name ?? ""}`;

/**
 * The endpoints that clients on one node see, kept up to date. A change costs what it touches: that of an endpoint its
 * Service, that of a node's label the Services that go by the label, and of these, for another node than the own, those
 * with endpoints there.
 */
export class TopologyIndex {
  readonly #ownNode: string;
  readonly #nodes = new Map<string, NodeLabels>();
  /** The rule of each Service that is known; null for one that has none. */
  readonly #rules = new Map<string, TopologyRule | null>();
  readonly #groups = new Map<string, EndpointGroup>();
  /** Which group an object is in. */
  readonly #places = new Map<string, EndpointGroup>();
  readonly #byNode = new Map<string, Set<EndpointGroup>>();
  readonly #byKey = new Map<string, Set<EndpointGroup>>();
  #judged = 0;

  constructor(ownNode: string) {
    this.#ownNode = ownNode;
  }

  /** How many endpoints were decided on so far: the measure of work. */
  get judged(): number {
    return this.#judged;
  }

  /** Everything that clients on the node see. */
  *objects(): Generator<EndpointsObject> {
    for (const group of this.#groups.values()) yield* group.objects();
  }

  /** Why each endpoint of an object is seen or not, in the object's order; undefined if there is no such object. */
  explain(object: EndpointsObject): readonly Verdict[] | undefined {
    return this.#places.get(objectId(object))?.explain(object);
  }

  /** Takes a change of a Node, Service, EndpointSlice or Endpoints; what it changes for the clients. */
  apply(type: ChangeType, resource: Resource): readonly PrunedChange[] {
    switch (resource.kind) {
      case "Node":
        return this.#node(resource, type === "DELETED");
      case "Service":
        return this.#service(resource as KubernetesService, type === "DELETED");
      case "EndpointSlice":
      case "Endpoints":
        return this.#endpoints(resource as EndpointsObject, type === "DELETED");
      default:
        return [];
    }
  }

  #node(node: Node, gone: boolean): readonly PrunedChange[] {
    const name = node.metadata.name ?? "";
    const before = this.#nodes.get(name);
    const now = gone ? undefined : labelsOf(node);
    if (now) this.#nodes.set(name, now);
    else this.#nodes.delete(name);
    const changes: PrunedChange[] = [];
    for (const group of this.#touched(name, before, now)) changes.push(...this.#judge(group));
    return changes;
  }

  /** The groups that a change of a node's labels may concern. */
  #touched(name: string, before: NodeLabels | undefined, now: NodeLabels | undefined): Set<EndpointGroup> {
    const own = name === this.#ownNode;
    if (!before || !now) {
      const groups = own ? [...this.#byKey.values()].flatMap((set) => [...set]) : [...(this.#byNode.get(name) ?? [])];
      return new Set(groups.filter(({ service }) => this.#rules.get(service)));
    }
    const keys = new Set([...Object.keys(before), ...Object.keys(now)].filter((key) => before[key] !== now[key]));
    const byKey = new Set([...keys].flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
    return own ? byKey : byKey.intersection(this.#byNode.get(name) ?? new Set());
  }

  #service(service: KubernetesService, gone: boolean): readonly PrunedChange[] {
    const id = idOf(service);
    const before = this.#rules.get(id);
    const now = gone ? undefined : (readTopologyRule(service).rule ?? null);
    if (now === undefined) this.#rules.delete(id);
    else this.#rules.set(id, now);
    if (before !== undefined && now !== undefined && jsonEqual(before, now)) return [];
    const groups = ["EndpointSlice", "Endpoints"].map((kind) => this.#groups.get(`${kind} ${id}`));
    return groups.flatMap((group) => {
      if (!group) return [];
      for (const key of before?.keys ?? []) drop(this.#byKey, key, group);
      for (const key of now?.keys ?? []) put(this.#byKey, key, group);
      return this.#judge(group);
    });
  }

  #endpoints(object: EndpointsObject, gone: boolean): readonly PrunedChange[] {
    const service = serviceOf(object);
    // One that names no Service is alone, as is that of a Service that is not there.
    const groupId = `${object.kind} ${service === undefined ? `${idOf(object)}/` : idOf(object, service)}`;
    const at = this.#places.get(objectId(object));
    const changes: PrunedChange[] = [];
    if (at && (gone || at.id !== groupId)) {
      const removed = this.#remove(at, object);
      // With another Service it is the same object still: what it becomes is told below.
      if (gone && removed) changes.push({ type: "DELETED", object: removed });
      changes.push(...this.#judge(at));
    }
    if (gone) return changes;
    const group =
      this.#groups.get(groupId) ?? this.#newGroup(groupId, service === undefined ? "" : idOf(object, service));
    group.set(object);
    this.#places.set(objectId(object), group);
    this.#reindexNodes(group);
    return [...changes, ...this.#judge(group, at ? "MODIFIED" : "ADDED")];
  }

  #newGroup(id: string, service: string): EndpointGroup {
    const group = new EndpointGroup(id, service);
    this.#groups.set(id, group);
    for (const key of this.#rules.get(service)?.keys ?? []) put(this.#byKey, key, group);
    return group;
  }

  #remove(group: EndpointGroup, object: EndpointsObject): EndpointsObject | undefined {
    const removed = group.remove(object);
    this.#places.delete(objectId(object));
    this.#reindexNodes(group);
    if (group.size > 0) return removed;
    this.#groups.delete(group.id);
    for (const key of this.#rules.get(group.service)?.keys ?? []) drop(this.#byKey, key, group);
    return removed;
  }

  #reindexNodes(group: EndpointGroup): void {
    const { added, removed } = group.takeNodeChanges();
    for (const node of added) put(this.#byNode, node, group);
    for (const node of removed) drop(this.#byNode, node, group);
  }

  /** Decides on a group anew; objects that are new to it are told of as `fresh`. */
  #judge(group: EndpointGroup, fresh: "ADDED" | "MODIFIED" = "MODIFIED"): readonly PrunedChange[] {
    const surroundings = { own: this.#nodes.get(this.#ownNode), node: (name: string) => this.#nodes.get(name) };
    const { changed, judged } = group.judge(this.#rules.get(group.service), surroundings);
    this.#judged += judged;
    return changed.map(({ object, isNew }) => ({ type: isNew ? fresh : "MODIFIED", object }));
  }
}

function objectId(object: EndpointsObject): string {
  return `${object.kind} ${idOf(object)}`;
}

function put<K>(map: Map<K, Set<EndpointGroup>>, key: K, group: EndpointGroup): void {
  const groups = map.get(key);
  if (groups) groups.add(group);
  else map.set(key, new Set([group]));
}

function drop<K>(map: Map<K, Set<EndpointGroup>>, key: K, group: EndpointGroup): void {
  const groups = map.get(key);
  groups?.delete(group);
  if (groups?.size === 0) map.delete(key);
}
