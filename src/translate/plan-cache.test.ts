import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { collectGarbage } from "../base/testing/collect-garbage.ts";
import { plan } from "./plan.ts";
import { PlanCache, sameKey } from "./plan-cache.ts";

describe("keys", () => {
  class Snapshot {}
  const service = { hostname: "a" };

  test("are the same if they hold the same plain values and the same objects", () => {
    const snapshot = new Snapshot();
    assert.ok(
      sameKey(
        { port: 80, service, snapshot, list: [service, "x"] },
        { port: 80, service, snapshot, list: [service, "x"] },
      ),
    );
    assert.ok(sameKey({ part: { service, deep: [1] } }, { part: { service, deep: [1] } }));
  });

  test("differ by any value, length or field", () => {
    assert.ok(!sameKey({ port: 80 }, { port: 81 }));
    assert.ok(!sameKey({ list: [1] }, { list: [1, 2] }));
    assert.ok(!sameKey({ a: undefined }, { b: undefined }));
    assert.ok(!sameKey({ a: 1 }, { a: 1, b: 2 }));
    assert.ok(!sameKey({ list: [] }, { list: {} }));
    assert.ok(!sameKey({ a: null }, { a: {} }));
  });

  test("do not look into objects that are not made for keys", () => {
    assert.ok(!sameKey({ snapshot: new Snapshot() }, { snapshot: new Snapshot() }));
    assert.ok(!sameKey({ map: new Map([[1, 2]]) }, { map: new Map([[1, 2]]) }));
  });
});

interface Named {
  readonly text: string;
}

describe("a cache of plans", () => {
  function start() {
    const built: number[] = [];
    const build = ({ port }: { readonly port: number }) => {
      built.push(port);
      if (port < 0) throw new Error("no");
      return { message: port, sources: [] };
    };
    const cache = new PlanCache<Named>((name, { message }) => ({ text: `${name} ${message}` }));
    return { built, cache, get: (name: string, port: number) => cache.get(plan(name, build, { port })).text };
  }

  test("builds once for each key of a name", () => {
    const { built, cache, get } = start();
    assert.deepEqual(
      [get("a", 1), get("a", 1), get("a", 2), get("b", 1), get("a", 1)],
      ["a 1", "a 1", "a 2", "b 1", "a 1"],
    );
    assert.deepEqual(built, [1, 2, 1]);
    assert.deepEqual(cache.statistics, { hits: 2, misses: 3, evictions: 0, size: 3 });
  });

  test("tells who makes a result what is known by the same name", () => {
    const seen: number[] = [];
    const cache = new PlanCache<Named>((name, { message }, known) => {
      seen.push([...known].length);
      return { text: `${name} ${message}` };
    });
    const build = ({ port }: { readonly port: number }) => ({ message: port, sources: [] });
    const held = [cache.get(plan("a", build, { port: 1 })), cache.get(plan("b", build, { port: 1 }))];
    assert.equal(cache.get(plan("a", build, { port: 2 })).text, "a 2");
    assert.deepEqual([seen, held.length], [[0, 0, 1], 2]);
  });

  test("tells builders of the same name apart", () => {
    const { cache, get } = start();
    get("a", 1);
    const other = plan("a", ({ port }: { readonly port: number }) => ({ message: port + 1, sources: [] }), { port: 1 });
    assert.equal(cache.get(other).text, "a 2");
  });

  test("keeps nothing of a builder that throws", () => {
    const { built, cache, get } = start();
    assert.throws(() => get("a", -1));
    assert.throws(() => get("a", -1));
    assert.deepEqual([built.length, cache.statistics.size], [2, 0]);
  });

  test("forgets what nobody holds", async () => {
    const { built, cache } = start();
    const build = ({ port }: { readonly port: number }) => ({ message: built.push(port), sources: [] });
    const held = cache.get(plan("a", build, { port: 1 }));
    cache.get(plan("a", build, { port: 2 }));
    await collectGarbage();
    cache.clearAway();
    assert.equal(cache.get(plan("a", build, { port: 1 })), held);
    cache.get(plan("a", build, { port: 2 }));
    assert.deepEqual(built, [1, 2, 2]);
    assert.deepEqual(cache.statistics, { hits: 1, misses: 3, evictions: 1, size: 2 });
    cache.clear();
    assert.equal(cache.statistics.size, 0);
  });
});
