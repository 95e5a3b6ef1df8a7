import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../settings/index.ts";

/** Where programs that were fetched are kept, for every checkout of this user: `~/.cache/fairway` unless told otherwise. */
export function cacheDirectory(env: Environment): string {
  const { FAIRWAY_CACHE: own = "", XDG_CACHE_HOME: shared = "" } = env;
  return own === "" ? join(shared === "" ? join(homedir(), ".cache") : shared, "fairway") : own;
}
