import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { PlantedBug } from "./planted-bugs.ts";

/** What a run with a mistake is given. */
export interface PlantedRun {
  readonly bug: PlantedBug;
  readonly seeds: readonly number[];
  /** Changes of each seed. */
  readonly changes: number;
}

/** The failure by which a mistake came to light; absent: it did not. */
export interface PlantedOutcome {
  readonly failure?: string;
}

/** Puts a mistake into the source of every module that is loaded from now on. */
function plant({ file, right, wrong }: PlantedBug): void {
  const url = new URL(`../../src/${file}`, import.meta.url);
  const source = readFileSync(url, "utf8");
  if (source.split(right).length !== 2) throw new Error(`src/${file} must have exactly once:\n${right}`);
  const changed = source.replace(right, () => wrong);
  registerHooks({
    load: (loaded, context, next) =>
      loaded === url.href
        ? { format: "module-typescript", source: changed, shortCircuit: true }
        : next(loaded, context),
  });
}

async function run({ bug, seeds, changes }: PlantedRun): Promise<PlantedOutcome> {
  plant(bug);
  const { PushFailure, PushWorld } = await import("./push-world.ts");
  try {
    for (const seed of seeds) {
      const world = await PushWorld.open({ seed });
      for (let i = 0; i < changes; i++) await world.step();
      await world.finish();
      await world.close();
    }
    return {};
  } catch (error) {
    if (!(error instanceof PushFailure)) throw error;
    return { failure: error.message };
  }
}

parentPort?.postMessage(await run(workerData as PlantedRun));
// Streams of a world that failed may still be open.
process.exit(0);
