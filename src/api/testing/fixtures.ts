import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const root = process.env.FAIRWAY_FIXTURES ?? resolve(import.meta.dirname, "../../../../shared/fixtures");

/** The absolute path of shared test data, or undefined where this machine has none. */
export function fixtures(path: string): string | undefined {
  const full = join(root, path);
  return existsSync(full) ? full : undefined;
}

/** For `test(name, { skip: needsFixtures }, …)`: false where the data is there, else the reason. */
export const needsFixtures: string | false =
  fixtures("") === undefined && "needs the shared fixtures (FAIRWAY_FIXTURES)";
