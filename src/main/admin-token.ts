import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { randomIds } from "../base/ids.ts";
import { writeFileAtomically } from "../base/write-file.ts";

/** The administrator's token of a data directory: made at random on first start, and kept. */
export async function adminToken(dataDir: string): Promise<string> {
  const path = join(dataDir, "admin-token");
  const found = await readFile(path, "utf8").catch(() => "");
  if (found.trim() !== "") return found.trim();
  const made = randomIds.secret(32);
  await writeFileAtomically(path, `${made}\n`, 0o600);
  return made;
}
