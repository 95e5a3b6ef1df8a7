import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isVisible, parseVisibility } from "./visibility.ts";

suite("visibility", () => {
  const cases: readonly (readonly [string[] | undefined, string, boolean])[] = [
    [undefined, "other", true],
    [[], "other", true],
    [["*"], "other", true],
    [["."], "own", true],
    [["."], "other", false],
    [["~"], "own", false],
    [["other"], "other", true],
    [["other"], "own", false],
    [[".", "other"], "own", true],
    [["*", "~"], "x", true],
  ];
  for (const [exportTo, namespace, seen] of cases) {
    test(`${JSON.stringify(exportTo)} is ${seen ? "" : "not "}seen in ${namespace}`, () => {
      assert.equal(isVisible(parseVisibility(exportTo, "own", "all"), namespace), seen);
    });
  }
});
