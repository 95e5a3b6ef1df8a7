import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runEdited } from "./edited-run.ts";
import { plantedBugs } from "./source-edits.ts";

/** Within so many changes of these seeds every mistake must show; most do within a few dozen. */
const seeds = [10, 5, 1];
const changes = 300;

describe("random changes bring to light", { timeout: 900_000, concurrency: 2 }, () => {
  for (const edit of plantedBugs) {
    test(edit.name, async () => {
      const { failure } = await runEdited({ edit, seeds, changes });
      assert.match(failure ?? "", /^seed \d+, change \d+: /, "nothing came to light");
    });
  }
});
