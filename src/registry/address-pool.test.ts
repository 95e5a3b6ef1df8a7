import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../base/testing/random.ts";
import { type AddressClaim, AddressPool, addressesOfNumber, numberOfAddress } from "./address-pool.ts";

test("a number has an address of each family, and the first gives it back", () => {
  assert.deepEqual(addressesOfNumber(19), ["240.240.0.19", "2001:2::13"]);
  assert.deepEqual(addressesOfNumber(65_534), ["240.240.255.254", "2001:2::fffe"]);
  for (const number of [1, 255, 256, 65_534]) assert.equal(numberOfAddress(addressesOfNumber(number)[0]!), number);
  for (const other of ["240.240.0.0", "240.240.1.256", "10.0.0.1", "2001:2::13"]) {
    assert.equal(numberOfAddress(other), undefined);
  }
});

test("who comes later and wants the same does not drive out the older, however they came", () => {
  const claims: [string, AddressClaim][] = [
    ["young", { created: 2, fixed: 7 }],
    ["old", { created: 1, fixed: 7 }],
  ];
  for (const order of [claims, claims.toReversed()]) {
    const pool = new AddressPool();
    for (const claim of order) pool.change(new Map([claim]));
    assert.deepEqual([pool.numberOf("old"), pool.numberOf("young")], [7, 8]);
    assert.deepEqual(pool.change(new Map([["old", undefined]])), new Set(["old", "young"]));
    assert.equal(pool.numberOf("young"), 7);
  }
});

test("after any changes the numbers are those that a fresh pool gives", () => {
  const random = new Random(4);
  const claims = new Map<string, AddressClaim>();
  const pool = new AddressPool();
  for (let step = 0; step < 2000; step++) {
    const key = `k${random.below(60)}`;
    const claim = { created: random.below(5), ...(random.chance(0.7) && { fixed: 1 + random.below(40) }) };
    const edit = random.chance(0.4) ? undefined : claim;
    if (edit) claims.set(key, edit);
    else claims.delete(key);
    const before = new Map([...claims.keys()].map((k) => [k, pool.numberOf(k)]));
    const changed = pool.change(new Map([[key, edit]]));
    const fresh = new AddressPool();
    fresh.change(claims);
    for (const k of claims.keys()) {
      assert.equal(pool.numberOf(k), fresh.numberOf(k), `step ${step}`);
      assert.equal(changed.has(k), before.get(k) !== pool.numberOf(k), `step ${step}`);
    }
    assert.equal(new Set([...claims.keys()].map((k) => pool.numberOf(k))).size, claims.size);
  }
});
