import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PushWorld } from "./push-world.ts";

/** Changes of each run. */
const changes = 100;

describe("incremental pushes", { timeout: 600_000 }, () => {
  for (const seed of [1, 2, 3]) {
    test(`leave every client with what a full generation gives, and send nothing else (seed ${seed})`, async (t) => {
      const world = await PushWorld.open({ seed });
      t.after(() => world.close());
      for (let i = 0; i < changes; i++) await world.step();
      await world.finish();
      const { felt, unfelt, refused } = world.tally;
      assert.ok(felt > changes / 2 && unfelt > 0, "changes that are felt, and changes that are not, must both come");
      assert.equal(refused, 0, [...world.refusals].join("\n"));
    });
  }
});
