import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type EnvoyFilter, keyOf, type Resource } from "../../src/api/index.ts";
import { deepFreeze } from "../../src/base/json.ts";
import { mutate } from "../../src/base/testing/mutate.ts";
import { Random } from "../../src/base/testing/random.ts";
import { parseProxy } from "../../src/core/index.ts";
import { buildSnapshot, meshSettings, updateSnapshot } from "../../src/mesh/index.ts";
import { Registry } from "../../src/registry/index.ts";
import { type Plan, PlanCache, planAll, type View, viewOf } from "../../src/translate/index.ts";
import { canonical, caseNames, caseObjects, nodeIdentity, skipReason, world } from "./istiod-xds.ts";

const filters = caseNames(/^ef-/)
  .flatMap((name) => caseObjects(name))
  .filter(({ kind }) => kind === "EnvoyFilter") as [Resource, ...Resource[]];

interface Made {
  /** In canonical form; encoding fails if Envoy could not read it. */
  readonly text: string;
  readonly patched: boolean;
}

const lists = ["clusters", "listeners", "routes"] as const;

/** Builds as a control plane does: what is planned by an equal key is the same. */
class Maker {
  readonly #caches = new Map(
    lists.map((list) => [
      list,
      new PlanCache<Made>((_, { message, sources }) => ({
        text: JSON.stringify(canonical(list, message)),
        patched: sources.some(({ kind }) => kind === "EnvoyFilter"),
      })),
    ]),
  );

  /** All resources of a view by type and name. */
  make(view: View, tables: readonly string[]): ReadonlyMap<string, Made> {
    const entries = lists.flatMap((list) =>
      planAll(list, view, tables).map((plan) => [`${list} ${plan.name}`, this.#made(list, plan)] as const),
    );
    return new Map(entries);
  }

  #made(list: (typeof lists)[number], plan: Plan<unknown>): Made {
    const made = this.#caches.get(list)?.get(plan);
    assert.ok(made);
    return made;
  }
}

/** An EnvoyFilter for everybody that nobody has checked: its patches are anything at all. */
function hostile(random: Random): EnvoyFilter {
  const { apiVersion, kind, spec } = random.pick(filters) as EnvoyFilter;
  const patches = mutate(mutate(mutate(spec?.configPatches, random), random), random);
  const configPatches = Array.isArray(patches) ? patches : [patches];
  const metadata = { name: "hostile", namespace: "istio-system" };
  return deepFreeze({ apiVersion, kind, metadata, spec: { configPatches } } as EnvoyFilter);
}

describe("EnvoyFilters that no API has checked", { skip: skipReason, timeout: 300_000 }, () => {
  const registry = new Registry();
  registry.apply(world().map((after) => ({ key: keyOf(after), after })));
  const base = buildSnapshot({ settings: meshSettings({}), registry: registry.snapshot, resources: world(), now: 0 });
  const proxy = parseProxy(nodeIdentity("000-base", "server"));
  const tables = ["80", "9080"];
  const maker = new Maker();
  const before = maker.make(viewOf(base, proxy), tables);

  test("2000 of them: nothing is thrown, and what they do not patch is the very same", () => {
    const random = new Random(23);
    let touched = 0;
    for (let round = 0; round < 2000; round++) {
      const after = hostile(random);
      const snapshot = updateSnapshot(base, { resources: [{ key: keyOf(after), after }], now: 0 });
      const now = maker.make(viewOf(snapshot, proxy), tables);
      const said = JSON.stringify(after.spec);
      for (const [id, made] of now) {
        if (made.patched) touched += 1;
        else if (made !== before.get(id)) assert.equal(made.text, before.get(id)?.text, `${id} ${said}`);
      }
      const lost = [...before.keys()].filter((id) => !now.has(id));
      if (!said.includes('"REMOVE"')) assert.deepEqual(lost, [], said);
    }
    assert.ok(touched > 500, `only ${touched} resources were patched`);
    assert.deepEqual(new Maker().make(viewOf(base, proxy), tables), before);
  });
});
