import type { GroupKind, Resource } from "../../api/index.ts";

/** What is wanted of one object that a grid makes: only fields that the grid has a say in. */
export interface WantedObject {
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  readonly spec: { readonly [field: string]: unknown };
}

/** What a grid should have made. */
export interface GridPlan {
  /** By name. */
  readonly wanted: ReadonlyMap<string, WantedObject>;
  /** Objects that cannot be made as wanted, and why; if there, they stay as they are. By name. */
  readonly faults: ReadonlyMap<string, string>;
}

/** A kind of grid: what it is, what it makes, and how. */
export interface GridType {
  readonly grid: GroupKind;
  readonly child: GroupKind;
  /** How it is called in sentences. */
  readonly words: string;
  /** Whether the plan depends on the values that nodes have of the grid's key. */
  readonly perPlace: boolean;
  /** The plan of a grid with a key; `places` are the values of its key that nodes have, each once. */
  readonly plan: (grid: Resource, key: string, places: readonly string[]) => GridPlan;
  /** The grid without what it asks to have removed from it; the very same if there is nothing of the kind. */
  readonly tidy: (grid: Resource) => Resource;
  /** What the status tells besides conditions. */
  readonly status: (grid: Resource, children: readonly Resource[]) => { readonly [field: string]: unknown };
}
