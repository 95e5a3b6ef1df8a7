import { startFairway } from "../test/tools/fairway.ts";

/**
 * Starts Fairway and ends it again, with a data directory for that alone: the first start of new sources compiles them, and
 * keeps what it made for the next. What is measured is how it starts on every day but the first.
 */
export async function compileSources(dataDir: string, flags: readonly string[] = []): Promise<void> {
  await (await startFairway(dataDir, flags)).stop();
}
