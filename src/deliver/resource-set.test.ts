import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ResourceGroup } from "./resource-group.ts";
import { missingFrom, ResourceSet, restrictedTo } from "./resource-set.ts";
import { xdsResource } from "./xds-resource.ts";
import { xdsTypes } from "./xds-types.ts";

const type = xdsTypes.cluster;
/** `a1` is content 1 of the resource `a`. */
const resource = (text: string) => xdsResource(type, text[0] ?? "", Buffer.from(text));
const group = (...texts: readonly string[]) => new ResourceGroup(texts.map(resource));
const set = (...groups: readonly ResourceGroup[]) => ResourceSet.ofGroups(type, groups);
const told = (after: ResourceSet, before: ResourceSet) => {
  const { parcels, removed } = after.differenceFrom(before);
  return { changed: parcels.flatMap(({ resources }) => resources.map(({ name }) => name)), removed };
};

describe("what differs between sets", () => {
  test("adds something where a name was not there before, in any group", () => {
    const before = set(group("a1", "b1"), group("c1"));
    assert.equal(set(group("a2", "b1"), group("c2")).differenceFrom(before).adds, false);
    assert.equal(set(group("a1", "b1"), group("c1", "d1")).differenceFrom(before).adds, true);
    assert.equal(set(group("a1"), group("c1", "b1")).differenceFrom(before).adds, false, "it went to another group");
    assert.equal(before.differenceFrom(set()).adds, true);
    assert.equal(set().differenceFrom(before).adds, false);
  });

  test("is nothing if their groups are equal", () => {
    const shared = group("a1", "b1");
    assert.deepEqual(told(set(shared, group("c1")), set(shared, group("c1"))), { changed: [], removed: [] });
  });

  test("is what came, changed or went in any group", () => {
    const before = set(group("a1", "b1"), group("c1", "d1"));
    const after = set(group("a2", "b1"), group("c1", "e1"));
    assert.deepEqual(told(after, before), { changed: ["a", "e"], removed: ["d"] });
  });

  test("is everything, if there was nothing", () => {
    assert.deepEqual(told(set(group("a1"), group(), group("b1")), ResourceSet.empty(type)).changed, ["a", "b"]);
  });

  test("is not what moved from one group to another", () => {
    const before = set(group("a1", "b1"), group("c1"));
    assert.deepEqual(told(set(group("b1"), group("a1", "c1")), before), { changed: [], removed: [] });
    assert.deepEqual(told(set(group("b1"), group("a2", "c1")), before), { changed: ["a"], removed: [] });
  });

  test("does not depend on how many groups there are", () => {
    assert.deepEqual(told(set(group("a1", "b2")), set(group("a1"), group("b1"), group("c1"))), {
      changed: ["b"],
      removed: ["c"],
    });
  });

  test("has bytes that all who share the groups share", () => {
    const [before, after] = [group("a1"), group("a2")];
    const one = set(after, group("x1")).differenceFrom(set(before, group("x1")));
    const other = set(after, group("y1")).differenceFrom(set(before, group("y1")));
    assert.equal(one.parcels[0]?.bytes("delta"), other.parcels[0]?.bytes("delta"));
    assert.notEqual(one.parcels[0]?.bytes("sotw"), undefined);
  });
});

test("a set's version follows its content, not its making", () => {
  const one = set(group("a1", "b1"), group("c1"));
  assert.equal(set(group("b1", "a1"), group("c1")).version, one.version);
  assert.notEqual(set(group("a1", "b1"), group("c2")).version, one.version);
  assert.notEqual(set(group("a1"), group("c1")).version, one.version);
});

test("of resources with one name a set has the first", () => {
  const whole = set(group("a1", "b1"), group("b2", "c1"));
  assert.deepEqual(Array.from(whole.values()), ["a1", "b1", "c1"].map(resource));
  const shared = group("x1");
  assert.equal(set(group("a1"), shared).groups[1], shared);
});

test("a set can be looked at as a whole", () => {
  const whole = set(group("a1"), group("b1"));
  assert.equal(whole.size, 2);
  assert.ok(whole.has("b") && !whole.has("c"));
  assert.equal(whole.get("b")?.name, "b");
  const names = new Set(["b", "c"]);
  assert.deepEqual(missingFrom(whole, names), ["c"]);
  assert.deepEqual(
    Array.from(restrictedTo(whole, names).values(), ({ name }) => name),
    ["b"],
  );
  assert.equal(restrictedTo(whole, new Set(["a", "b", "c"])), whole);
});
