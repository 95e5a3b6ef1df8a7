import { readFileSync } from "node:fs";
import { generatedDocuments } from "../docs.ts";
import { generatedTypes } from "../generate-envoy-types.ts";

/** Documents and types that are made by programs, compared with what is committed. */
export async function checkGenerated(): Promise<string[]> {
  const documents = (await generatedDocuments()).map(({ path, text }) => ({ path, text, command: "docs" }));
  const types = [...generatedTypes()].map(([file, text]) => ({ path: `src/gen/${file}`, text, command: "gen" }));
  return [...documents, ...types].flatMap(({ path, text, command }) =>
    committed(path) === text ? [] : [`${path} is stale: run \`npm run ${command}\``],
  );
}

/** Undefined if the file is missing, which makes it stale too. */
function committed(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
