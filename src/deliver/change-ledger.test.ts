import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ChangeLedger } from "./change-ledger.ts";

describe("the ledger of changes", () => {
  test("knows the version that brought the last change of each key", () => {
    const ledger = new ChangeLedger();
    ledger.published(1, 0);
    assert.equal(ledger.versionOf("a"), 1, "what was there from the start is in the first version");
    ledger.changed("a");
    assert.equal(ledger.versionOf("a"), undefined);
    ledger.published(2, 1);
    ledger.changed("b");
    ledger.published(3, 1);
    ledger.changed("a");
    assert.deepEqual(
      [...ledger.entries()],
      [
        ["b", 3],
        ["a", undefined],
      ],
    );
    ledger.published(4, 1);
    assert.deepEqual([ledger.versionOf("a"), ledger.versionOf("b"), ledger.versionOf("c")], [4, 3, 1]);
  });

  test("forgets what everybody has, without saying less than is true of the rest", () => {
    const ledger = new ChangeLedger();
    for (const [i, key] of ["a", "b", "c"].entries()) {
      ledger.changed(key);
      ledger.published(i + 2, 1);
    }
    ledger.published(5, 3);
    assert.deepEqual([...ledger.entries()], [["c", 4]]);
    assert.deepEqual(
      ["a", "b", "c"].map((key) => ledger.versionOf(key)),
      [3, 3, 4],
    );
    assert.deepEqual(
      ["a", "c"].map((key) => ledger.has(key)),
      [false, true],
    );
  });

  test("does not grow while somebody stays behind for ever", () => {
    const ledger = new ChangeLedger();
    for (let i = 0; i < 30_000; i++) {
      ledger.changed(`key-${i}`);
      ledger.published(i + 2, 1);
    }
    assert.equal([...ledger.entries()].length, 10_000);
    assert.equal(ledger.versionOf("key-29999"), 30_001);
    assert.equal(ledger.versionOf("key-0"), 20_001, "not before the newest of those that were forgotten");
  });
});
