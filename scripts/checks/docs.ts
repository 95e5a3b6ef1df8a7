import { readFileSync } from "node:fs";
import { generatedDocuments } from "../docs.ts";

/** Documents that are made from the code, compared with what is committed. */
export async function checkDocs(): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, text } of await generatedDocuments()) {
    let committed = "";
    try {
      committed = readFileSync(path, "utf8");
    } catch {
      // Reported as stale below: a missing document differs from the one that should be there.
    }
    if (committed !== text) faults.push(`${path} is stale: run \`npm run docs\``);
  }
  return faults;
}
