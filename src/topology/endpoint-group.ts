import { jsonEqual } from "../base/json.ts";
import type { TopologyRule } from "../core/index.ts";
import { judgeEndpoints, type Surroundings, type Verdict } from "./judge-endpoints.ts";
import { candidatesIn, type EndpointsObject, pruneObject } from "./prune-object.ts";

/** An object that clients see otherwise than before, or for the first time. */
export interface JudgedObject {
  readonly object: EndpointsObject;
  readonly isNew: boolean;
}

const noRule: Verdict = { kept: true, reason: "no-rule" };
const noService: Verdict = { kept: true, reason: "no-service" };

/** An object as clients see it, and why. */
interface Shown {
  readonly original: EndpointsObject;
  readonly pruned: EndpointsObject;
  readonly verdicts: readonly Verdict[];
}

interface Entry {
  original: EndpointsObject;
  /** Undefined before it was decided on. */
  shown: Shown | undefined;
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

  /** Takes an object away; what clients saw of it. */
  remove(object: EndpointsObject): EndpointsObject | undefined {
    const name = object.metadata.name ?? "";
    const entry = this.#entries.get(name);
    this.#entries.delete(name);
    return entry?.shown?.pruned;
  }

  /** The objects as clients see them. */
  *objects(): Generator<EndpointsObject> {
    for (const { shown } of this.#entries.values()) if (shown) yield shown.pruned;
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
    const unruled = rule === null ? noRule : noService;
    const verdicts = rule ? judgeEndpoints(rule, all, surroundings) : all.map(() => unruled);
    const changed: JudgedObject[] = [];
    let at = 0;
    for (const [i, entry] of entries.entries()) {
      const own = verdicts.slice(at, at + (lists[i]?.length ?? 0));
      at += own.length;
      const before = entry.shown;
      entry.shown = show(entry.original, own, before);
      if (before && looksSame(before, entry.shown)) continue;
      changed.push({ object: entry.shown.pruned, isNew: before === undefined });
    }
    return { changed, judged: all.length };
  }

  /** Why each endpoint of an object is seen or not, in the object's order; undefined if there is no such object. */
  explain(object: EndpointsObject): readonly Verdict[] | undefined {
    return this.#entries.get(object.metadata.name ?? "")?.shown?.verdicts;
  }
}

/** One label may decide on every endpoint there is: what is shown as before is not made anew. */
function show(original: EndpointsObject, verdicts: readonly Verdict[], before: Shown | undefined): Shown {
  const same = before?.original === original && before.verdicts.every(({ kept }, i) => kept === verdicts[i]?.kept);
  return { original, pruned: same ? before.pruned : pruneObject(original, verdicts), verdicts };
}

/** Whether clients can tell two states of an object apart: every write changes its version, seen or not. */
function looksSame(a: Shown, b: Shown): boolean {
  if (a.original === b.original) return a.pruned === b.pruned;
  return jsonEqual(withoutVersion(a.pruned), withoutVersion(b.pruned));
}

function withoutVersion(object: EndpointsObject): object {
  const { resourceVersion: _, generation: __, managedFields: ___, ...metadata } = object.metadata;
  return { ...object, metadata };
}
