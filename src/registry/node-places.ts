import { getOwn, setOwn } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";
import { nodeId, type TopologyRule } from "../core/index.ts";
import type { ObjectIndex } from "./object-index.ts";
import type { SnapshotDraft } from "./snapshot-draft.ts";
import { labelsOf } from "./workload-context.ts";

/** What nodes are read from, and where they are published. */
interface NodeTable {
  readonly cluster: string;
  readonly objects: ObjectIndex;
  readonly draft: SnapshotDraft;
}

/**
 * The places of nodes: of their labels those that rules of Services name. Without a rule there is none, whatever labels
 * nodes have, and a label that no rule names may change unnoticed.
 */
export class NodePlaces {
  readonly #keysOf = new Map<string, readonly string[]>();
  /** How many Services name each label. */
  readonly #uses = new Map<string, number>();
  #cluster = "";
  /** Names of the nodes that have a place. */
  readonly #published = new Set<string>();
  #stale = false;

  /** Takes the rule of a Service, by the id of its object; undefined: it has none. */
  setRule(origin: string, rule: TopologyRule | undefined): void {
    const before = this.#keysOf.get(origin) ?? none;
    const now = rule ? [...new Set(rule.keys)] : none;
    for (const key of now) this.#count(key, 1);
    for (const key of before) this.#count(key, -1);
    if (rule) this.#keysOf.set(origin, now);
    else this.#keysOf.delete(origin);
  }

  /** Publishes the places of nodes that changed, by name; of all nodes if other labels count now. */
  publish(changed: Iterable<string>, { cluster, objects, draft }: NodeTable): void {
    const moved = cluster !== this.#cluster;
    if (moved) {
      for (const name of this.#published) draft.setNode(nodeId({ node: name, cluster: this.#cluster }), undefined);
      this.#published.clear();
    }
    const every = () => objects.all("Node").flatMap(({ metadata }) => metadata.name ?? []);
    const names = this.#stale || moved ? new Set([...this.#published, ...every()]) : changed;
    this.#cluster = cluster;
    this.#stale = false;
    for (const name of names) {
      const place = this.#placeIn(labelsOf(objects.get("Node", "", name)));
      draft.setNode(nodeId({ node: name, cluster }), place);
      if (place) this.#published.add(name);
      else this.#published.delete(name);
    }
  }

  #placeIn(labels: Labels): Labels | undefined {
    const place: { [key: string]: string } = {};
    for (const key of this.#uses.keys()) {
      const value = getOwn(labels, key);
      if (value !== undefined) setOwn(place, key, value);
    }
    return Object.keys(place).length === 0 ? undefined : place;
  }

  #count(key: string, by: 1 | -1): void {
    const count = (this.#uses.get(key) ?? 0) + by;
    if (count === 0) this.#uses.delete(key);
    else this.#uses.set(key, count);
    this.#stale ||= count === 0 || (count === 1 && by === 1);
  }
}

const none: readonly string[] = [];
