import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { changePause } from "./change-pause.ts";

suite("the pause between two reads of changes", () => {
  test("is never as long as the quiet after which changes are pushed", () => {
    for (const debounceAfter of [1, 10, 100, 1000, 60_000]) assert.ok(changePause({ debounceAfter }) < debounceAfter);
  });

  test("is none where every change is pushed at once, and never long", () => {
    assert.equal(changePause({ debounceAfter: 0 }), 0);
    assert.equal(changePause({ debounceAfter: 60_000 }), changePause({ debounceAfter: 100 }));
  });
});
