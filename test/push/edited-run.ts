import { Worker } from "node:worker_threads";
import type { SourceEdit } from "./source-edits.ts";

/** What a run of the world with another source is given. */
export interface EditedRun {
  readonly edit: SourceEdit;
  readonly seeds: readonly number[];
  /** Changes of each seed. */
  readonly changes: number;
}

/** The first failure of such a run; absent: there was none. */
export interface EditedOutcome {
  readonly failure?: string;
}

/** Runs the world in a thread of its own, in which the product's source is another. */
export function runEdited(workerData: EditedRun): Promise<EditedOutcome> {
  const worker = new Worker(new URL("./run-edited.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the run ended without a word")));
  });
}
