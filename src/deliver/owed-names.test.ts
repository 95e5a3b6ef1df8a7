import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { xdsResource, xdsTypes } from "./index.ts";
import { OwedNames } from "./owed-names.ts";
import { Parcel } from "./parcel.ts";
import { ResourceSet } from "./resource-set.ts";

const resources = ["a", "b", "c"].map((name) => xdsResource(xdsTypes.endpoint, name, Uint8Array.of(1)));
const set = ResourceSet.of(xdsTypes.endpoint, resources);

function namesIn(parcels: readonly Parcel[]): readonly string[] {
  return parcels.flatMap((parcel) => parcel.resources.map(({ name }) => name));
}

describe("names that are owed", () => {
  test("are made once for all to whom one list is owed", () => {
    const [one, other] = [new OwedNames(), new OwedNames()];
    const names = ["a", "b"];
    const sent: readonly Parcel[] = [];
    one.add(names);
    other.add(names);
    assert.deepEqual(namesIn(one.besides(set, sent).parcels), names);
    assert.equal(one.besides(set, sent).parcels[0], other.besides(set, sent).parcels[0]);
  });

  test("are those that are not sent anyway, and tell what there is not", () => {
    const owed = new OwedNames();
    owed.add(["a"]);
    owed.add(["b", "x"]);
    const { parcels, absent } = owed.besides(set, [new Parcel(resources.slice(0, 1))]);
    assert.deepEqual([namesIn(parcels), absent], [["b"], ["x"]]);
  });

  test("are paid or dropped", () => {
    const owed = new OwedNames();
    owed.add(["a", "b"]);
    owed.delete(["a"]);
    assert.deepEqual(namesIn(owed.besides(set, []).parcels), ["b"]);
    owed.clear();
    assert.ok(owed.isEmpty);
    assert.deepEqual(owed.besides(set, []), { parcels: [], absent: [] });
  });
});
