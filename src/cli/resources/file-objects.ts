import type { Resource } from "../../api/index.ts";
import { isObject } from "../../base/json.ts";
import type { Given, Terminal } from "../command.ts";
import { readInputs } from "../read-inputs.ts";

/** Objects of files, and whether all could be read. */
export interface FileObjects {
  readonly objects: readonly Resource[];
  readonly sound: boolean;
}

/** The objects in what `-f` names; what cannot be read is told, and the others are returned all the same. */
export async function fileObjects(given: Given, terminal: Terminal): Promise<FileObjects> {
  const { documents, problems } = await readInputs(given.list("file"), terminal);
  for (const { file, line, column, message } of problems) {
    terminal.err(`error: ${message} (${file}:${line}:${column})\n`);
  }
  const objects: Resource[] = [];
  let sound = problems.length === 0;
  for (const { value, file } of documents) {
    if (isResource(value)) objects.push(value);
    else {
      terminal.err(`error: a document must have apiVersion, kind and metadata.name (${file})\n`);
      sound = false;
    }
  }
  return { objects, sound };
}

function isResource(value: unknown): value is Resource {
  if (!isObject(value) || typeof value.apiVersion !== "string" || typeof value.kind !== "string") return false;
  return isObject(value.metadata) && typeof value.metadata.name === "string";
}
