import type { Resource } from "../../api/index.ts";
import { isFault } from "../../base/fault.ts";
import { type Command, type Flag, fileFlag, type Given, type Terminal } from "../command.ts";
import { type Answered, ApiConnection, connectionFlags, ownFault } from "./api-connection.ts";
import { fileObjects } from "./file-objects.ts";
import { pathOf, resourceOf, type ServedResource, servedResources, shortOf } from "./served-resource.ts";

/** `-n`, as commands on resources have it. */
export const namespaceFlag: Flag = {
  name: "namespace",
  short: "n",
  value: "NAMESPACE",
  default: "default",
  doc: "Namespace of objects that name none.",
};

/** `fairway apply`: brings the objects of files into a running Fairway. */
export const applyCommand: Command = {
  name: "apply",
  summary: "Apply files to a running Fairway",
  flags: [
    fileFlag,
    namespaceFlag,
    { name: "dry-run", doc: "Have everything checked, and store nothing." },
    { name: "force-conflicts", doc: "Take over fields that other writers own." },
    ...connectionFlags,
  ],
  examples: ["fairway apply -f mesh/", "fairway apply -f route.yaml --dry-run", "cat route.yaml | fairway apply -f -"],
  async run(given, terminal) {
    const { objects, sound } = await fileObjects(given, terminal);
    const api = await ApiConnection.open(given);
    try {
      let applied = sound;
      const served = new ServedNow(api);
      for (const object of objects) {
        applied = (await applyOne(given, terminal, api, served, object)) && applied;
      }
      return applied ? 0 : 1;
    } finally {
      api.close();
    }
  },
};

/** What the server serves, asked for again where a kind is missing: an object before it may have defined it. */
class ServedNow {
  readonly #api: ApiConnection;
  #known: readonly ServedResource[] = [];

  constructor(api: ApiConnection) {
    this.#api = api;
  }

  async find({ apiVersion, kind }: Resource): Promise<ServedResource> {
    try {
      return resourceOf(this.#known, apiVersion, kind);
    } catch {
      this.#known = await servedResources(this.#api);
      return resourceOf(this.#known, apiVersion, kind);
    }
  }
}

/** Applies one object and says what became of it; false if it was refused. */
async function applyOne(
  given: Given,
  terminal: Terminal,
  api: ApiConnection,
  served: ServedNow,
  object: Resource,
): Promise<boolean> {
  const name = object.metadata.name ?? "";
  try {
    const resource = await served.find(object);
    const path = pathOf(resource, object.metadata.namespace ?? given.text("namespace"), name);
    const before = await versionOf(api, path);
    const query = new URLSearchParams({ fieldManager: "fairway", fieldValidation: "Strict" });
    if (given.on("dry-run")) query.set("dryRun", "All");
    if (given.on("force-conflicts")) query.set("force", "true");
    const sent = { body: object, type: "application/apply-patch+yaml" };
    const answer = await api.ask("PATCH", `${path}?${query}`, sent);
    for (const warning of answer.warnings) terminal.err(`warning: ${warning} (${shortOf(resource, name)})\n`);
    const suffix = given.on("dry-run") ? " (dry run)" : "";
    terminal.out(`${shortOf(resource, name)} ${outcome(answer, before)}${suffix}\n`);
    return true;
  } catch (error) {
    const { message } = ownFault(error);
    const hint = /conflict/.test(message) ? "; --force-conflicts takes the fields over" : "";
    terminal.err(`error: ${message}${hint} (${object.kind.toLowerCase()}/${name})\n`);
    return false;
  }
}

function outcome({ code, body }: Answered, before: string | undefined): string {
  if (code === 201) return "created";
  return (body as Resource).metadata.resourceVersion === before ? "unchanged" : "configured";
}

async function versionOf(api: ApiConnection, path: string): Promise<string | undefined> {
  try {
    const accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    return ((await api.ask("GET", path, { accept })).body as Resource).metadata.resourceVersion;
  } catch (error) {
    if (isFault(error, "NotFound")) return undefined;
    throw error;
  }
}
