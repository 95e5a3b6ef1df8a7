import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Worker } from "node:worker_threads";
import { type PlantedBug, plantedBugs } from "./planted-bugs.ts";
import type { PlantedOutcome, PlantedRun } from "./run-planted.ts";

/** Within so many changes of these seeds every mistake must show. */
const seeds = [10, 5, 1];
const changes = 300;

describe("random changes bring to light", { timeout: 900_000, concurrency: 2 }, () => {
  for (const bug of plantedBugs) {
    test(bug.name, async () => {
      const { failure } = await runPlanted(bug);
      assert.match(failure ?? "nothing", /^seed \d+, change \d+: /, "nothing came to light");
    });
  }
});

function runPlanted(bug: PlantedBug): Promise<PlantedOutcome> {
  const workerData: PlantedRun = { bug, seeds, changes };
  const worker = new Worker(new URL("./run-planted.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the run ended without a word")));
  });
}
