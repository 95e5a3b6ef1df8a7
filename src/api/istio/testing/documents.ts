import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { isObject } from "../../../base/json.ts";
import type { Resource } from "../../resource.ts";
import { fixtures } from "../../testing/fixtures.ts";

/** One object of the shared test data. */
export interface FixtureDocument {
  /** The file, relative to the test data, and the object's place in it. */
  readonly where: string;
  readonly resource: Resource;
}

/** The Kubernetes objects of a file or of all YAML files of a folder; what is no YAML or no object is left out. */
export function* documentsOf(path: string): Generator<FixtureDocument> {
  const full = fixtures(path);
  if (full === undefined) return;
  if (statSync(full).isDirectory()) {
    for (const name of readdirSync(full).sort()) yield* documentsOf(join(path, name));
  } else if (/\.ya?ml$/.test(path)) {
    // Go's YAML takes the colons that end an address in a list in brackets as text; by the standard they end a key.
    const text = readFileSync(full, "utf8").replace(/([[ ])([0-9a-f:]+::)(?=[\],])/g, '$1"$2"');
    const documents = parseAllDocuments(text, { merge: true });
    for (const [i, document] of [...documents].entries()) {
      if (document.errors.length > 0) return;
      for (const resource of itemsOf(document.toJS())) yield { where: `${path}#${i}`, resource };
    }
  }
}

function itemsOf(value: unknown): readonly Resource[] {
  if (!isObject(value) || typeof value.apiVersion !== "string" || typeof value.kind !== "string") return [];
  if (value.kind === "List" && Array.isArray(value.items)) return value.items.flatMap(itemsOf);
  return [{ metadata: {}, ...value } as Resource];
}
