import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { ConfigVersion, Wanted } from "./config-source.ts";
import { CurrentSets } from "./current-sets.ts";
import { NameSets } from "./name-set.ts";
import { ResourceSet } from "./resource-set.ts";

/** A version that notes what it is asked for. */
function versionOf(number: number, asked: string[]): ConfigVersion {
  const resources = (type: string, wanted: Wanted) => {
    asked.push(`${number} ${type} ${wanted === "all" ? "all" : [...wanted].join()}`);
    return ResourceSet.empty(type);
  };
  return { name: String(number), number, client: () => ({ resources }) };
}

suite("what a client is to have", () => {
  test("is looked up once, and again for another version or another wish", () => {
    const asked: string[] = [];
    const names = new NameSets();
    const sets = new CurrentSets(versionOf(1, asked), (version) => version.client({} as never));
    const some = { type: "a", wanted: names.of(["x"]) };
    assert.equal(sets.of(some), sets.of(some));
    sets.of({ type: "a", wanted: "all" });
    sets.goTo(versionOf(2, asked));
    assert.equal(sets.version.number, 2);
    sets.of(some);
    assert.deepEqual(asked, ["1 a x", "1 a all", "2 a x"]);
  });

  test("is made of nothing before it is first needed", () => {
    const sets = new CurrentSets(versionOf(1, []), () => assert.fail("nobody asked"));
    sets.goTo(versionOf(2, []));
  });
});
