import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runEdited } from "./edited-run.ts";
import { PushWorld } from "./push-world.ts";
import { withoutMemory } from "./source-edits.ts";

/** Each with other objects, other changes and other clients. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Changes of each seed: 5,000 of them together. `PUSH_CHANGES` makes fewer for a quick look. */
const changes = Number(process.env["PUSH_CHANGES"] ?? 500);

describe("incremental pushes", { timeout: 1_800_000 }, () => {
  for (const seed of seeds) {
    test(`leave every client with what a full generation gives, and send nothing else (seed ${seed})`, async (t) => {
      const world = await PushWorld.open({ seed });
      t.after(() => world.close());
      for (let i = 0; i < changes; i++) await world.step();
      await world.finish();
      const { felt, unfelt, refused } = world.tally;
      assert.ok(felt > changes / 4 && unfelt > changes / 10, "some changes must be felt, and some must not");
      assert.equal(refused, 0, [...world.refusals].join("\n"));
    });
  }

  for (const edit of withoutMemory) {
    test(`are the same ${edit.name}`, async () => {
      assert.deepEqual(await runEdited({ edit, seeds: [1, 10], changes: 60 }), {});
    });
  }
});
