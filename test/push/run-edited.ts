import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { EditedOutcome, EditedRun } from "./edited-run.ts";
import type { SourceEdit } from "./source-edits.ts";

/** Changes the source of a module that is loaded from now on. */
function edit({ file, right, wrong }: SourceEdit): void {
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

async function run({ edit: wanted, seeds, changes }: EditedRun): Promise<EditedOutcome> {
  edit(wanted);
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

parentPort?.postMessage(await run(workerData as EditedRun));
// Streams of a world that failed may still be open.
process.exit(0);
