import { jsonEqual } from "../base/json.ts";
import type { TopologyRule } from "../core/index.ts";
import { judgeEndpoints, type Surroundings, type Verdict } from "./judge-endpoints.ts";
import { candidatesIn, type EndpointsObject, pruneObject } from "./prune-object.ts";

/** An object as clients see it, and why. */
export interface PrunedObject {
  readonly pruned: EndpointsObject;
  readonly verdicts: readonly Verdict[];
}

/** An object that clients see otherwise than before, or for the first time. */
export interface JudgedObject {
  readonly object: EndpointsObject;
  readonly isNew: boolean;
}

interface Entry {
  original: EndpointsObject;
  shown: PrunedObject | undefined;
}

/** All objects that list the endpoints of one Service, in one of the two forms. They are decided on together. */
export class EndpointGroup {
  readonly id: string;
  /** `namespace/name`; empty for an object that names none. */
  readonly service: string;
  readonly #entries = new Map<string, Entry>();
  #nodes: ReadonlySet<string> = new Set();

  constructor(id: string, service: string) {
    this.id = id;
    this.service = service;
  }

  get size(): number {
    return this.#entries.size;
  }

  set(object: EndpointsObject): void {
    const name = object.metadata.name ?? "";
    const entry = this.#entries.get(name);
    if (entry) entry.original = object;
    else this.#entries.set(name, { original: object, shown: undefined });
  }

  remove(object: EndpointsObject): PrunedObject | undefined {
    const name = object.metadata.name ?? "";
    const entry = this.#entries.get(name);
    this.#entries.delete(name);
    return entry?.shown;
  }

  find(object: EndpointsObject): PrunedObject | undefined {
    return this.#entries.get(object.metadata.name ?? "")?.shown;
  }

  *objects(): Generator<PrunedObject> {
    for (const { shown } of this.#entries.values()) if (shown) yield shown;
  }

  /** How the nodes with endpoints changed since this was last asked. */
  takeNodeChanges(): { readonly added: ReadonlySet<string>; readonly removed: ReadonlySet<string> } {
    const before = this.#nodes;
    const candidates = [...this.#entries.values()].flatMap(({ original }) => candidatesIn(original));
    this.#nodes = new Set(candidates.flatMap(({ node }) => (node ? [node] : [])));
    return { added: this.#nodes.difference(before), removed: before.difference(this.#nodes) };
  }

  /**
   * Decides on all endpoints; `rule` is null for a Service without one, undefined if the Service is not known. Gives what
   * clients see otherwise now, the versions of objects aside, and how many endpoints were looked at.
   */
  judge(
    rule: TopologyRule | null | undefined,
    surroundings: Surroundings,
  ): { readonly changed: readonly JudgedObject[]; readonly judged: number } {
    const entries = [...this.#entries.values()];
    const lists = entries.map(({ original }) => candidatesIn(original));
    const all = lists.flat();
    const unruled: Verdict = { kept: true, reason: rule === null ? "no-rule" : "no-service" };
    const verdicts = rule ? judgeEndpoints(rule, all, surroundings) : all.map(() => unruled);
    const changed: JudgedObject[] = [];
    let at = 0;
    for (const [i, entry] of entries.entries()) {
      const own = verdicts.slice(at, at + (lists[i]?.length ?? 0));
      at += own.length;
      const before = entry.shown?.pruned;
      const pruned = pruneObject(
        entry.original,
        own.map(({ kept }) => kept),
      );
      entry.shown = { pruned, verdicts: own };
      if (!before || !looksSame(before, pruned)) changed.push({ object: pruned, isNew: before === undefined });
    }
    return { changed, judged: all.length };
  }
}

/** Whether clients can tell two states of an object apart: every write changes its version, seen or not. */
function looksSame(a: EndpointsObject, b: EndpointsObject): boolean {
  return a === b || jsonEqual(withoutVersion(a), withoutVersion(b));
}

function withoutVersion(object: EndpointsObject): object {
  const { resourceVersion: _, generation: __, managedFields: ___, ...metadata } = object.metadata;
  return { ...object, metadata };
}
