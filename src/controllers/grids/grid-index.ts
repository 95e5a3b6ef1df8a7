import { type GroupKind, groupOf, type Resource } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import type { WatchEvent } from "../../core/index.ts";
import { controllerOf } from "./claim-objects.ts";
import { gridSelectorLabel } from "./grid-labels.ts";
import type { GridType } from "./grid-type.ts";

/** `namespace/name` of a grid or of what it makes. */
export type ObjectId = string;

/** The id of an object. */
export function objectId({ metadata }: Resource, name = metadata.name): ObjectId {
  return `${metadata.namespace ?? ""}/${name ?? ""}`;
}

/** The node label that tells a grid's places apart; empty if it names none. */
export function gridKeyOf(grid: Resource): string {
  const key = isObject(grid.spec) ? grid.spec.gridUniqKey : undefined;
  return typeof key === "string" ? key : "";
}

/** What a grid's controller must know to find out what a change concerns. */
export class GridIndex {
  readonly #type: GridType;
  readonly #grids = new Map<ObjectId, string>();
  readonly #children = new Map<ObjectId, Resource>();
  readonly #byGrid = new Map<ObjectId, Set<ObjectId>>();
  readonly #nodes = new Map<string, { readonly [key: string]: string }>();

  constructor(type: GridType) {
    this.#type = type;
  }

  /** Objects that have the grid's label, or the grid as their controller. */
  childrenOf(grid: ObjectId): readonly Resource[] {
    return [...(this.#byGrid.get(grid) ?? [])].flatMap((id) => this.#children.get(id) ?? []);
  }

  /** The values that nodes have of a label, each once and in order. */
  places(key: string): readonly string[] {
    const values = [...this.#nodes.values()].flatMap((labels) =>
      Object.hasOwn(labels, key) ? (labels[key] ?? []) : [],
    );
    return [...new Set(values)].filter((value) => value !== "").sort();
  }

  /** Takes a change; the grids that it concerns. */
  apply({ type, resource }: Pick<WatchEvent, "type" | "resource">): Iterable<ObjectId> {
    const gone = type === "DELETED";
    if (isOf(this.#type.grid, resource)) return this.#grid(resource, gone);
    if (isOf(this.#type.child, resource)) return this.#child(resource, gone);
    return resource.kind === "Node" ? this.#node(resource, gone) : [];
  }

  #grid(grid: Resource, gone: boolean): Iterable<ObjectId> {
    const id = objectId(grid);
    if (gone) this.#grids.delete(id);
    else this.#grids.set(id, gridKeyOf(grid));
    return [id];
  }

  #child(child: Resource, gone: boolean): Iterable<ObjectId> {
    const id = objectId(child);
    const old = this.#children.get(id);
    const before = old ? this.#gridsOf(old) : new Set<ObjectId>();
    const now = gone ? new Set<ObjectId>() : this.#gridsOf(child);
    if (gone) this.#children.delete(id);
    else this.#children.set(id, child);
    for (const grid of before.difference(now)) {
      const children = this.#byGrid.get(grid);
      children?.delete(id);
      if (children?.size === 0) this.#byGrid.delete(grid);
    }
    for (const grid of now) this.#byGrid.set(grid, (this.#byGrid.get(grid) ?? new Set()).add(id));
    return before.union(now);
  }

  /** The grids that an object may be of: by its label, and by its controller. */
  #gridsOf(child: Resource): Set<ObjectId> {
    const label = child.metadata.labels?.[gridSelectorLabel];
    const controller = controllerOf(child);
    const { group, kind } = this.#type.grid;
    const owned = controller && controller.kind === kind && groupOf(controller.apiVersion) === group;
    return new Set([...(label ? [objectId(child, label)] : []), ...(owned ? [objectId(child, controller.name)] : [])]);
  }

  #node({ metadata }: Resource, gone: boolean): Iterable<ObjectId> {
    const before = this.#nodes.get(metadata.name ?? "") ?? {};
    const now = gone ? {} : (metadata.labels ?? {});
    if (gone) this.#nodes.delete(metadata.name ?? "");
    else this.#nodes.set(metadata.name ?? "", now);
    return [...this.#grids].flatMap(([id, key]) => (key !== "" && before[key] !== now[key] ? [id] : []));
  }
}

function isOf({ group, kind }: GroupKind, resource: Resource): boolean {
  return resource.kind === kind && groupOf(resource.apiVersion) === group;
}
