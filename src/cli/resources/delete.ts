import { type Command, fileFlag, type Given, type Terminal } from "../command.ts";
import { ApiConnection, connectionFlags, ownFault } from "./api-connection.ts";
import { namespaceFlag } from "./apply.ts";
import { fileObjects } from "./file-objects.ts";
import { pathOf, resourceNamed, resourceOf, type ServedResource, servedResources, shortOf } from "./served-resource.ts";

/** An object that is to go. */
interface Doomed {
  readonly resource: ServedResource;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** `fairway delete`: removes objects from a running Fairway. */
export const deleteCommand: Command = {
  name: "delete",
  summary: "Delete objects of a running Fairway",
  arguments: [
    { form: "[KIND]", doc: "Kind, plural or short name, such as `vs`." },
    { form: "[NAME...]", doc: "The objects to delete." },
  ],
  flags: [
    { ...fileFlag, required: false },
    namespaceFlag,
    { name: "ignore-not-found", doc: "What is not there is no failure." },
    ...connectionFlags,
  ],
  examples: ["fairway delete vs reviews", "fairway delete -f mesh/"],
  async run(given, terminal) {
    const [kind, ...names] = given.args;
    const files = given.list("file").length > 0;
    if (files === (kind !== undefined) || (kind !== undefined && names.length === 0)) {
      terminal.err("error: name a kind and its objects, or files with -f (fairway delete --help)\n");
      return 2;
    }
    const { objects, sound } = await fileObjects(given, terminal);
    const api = await ApiConnection.open(given);
    try {
      const served = await servedResources(api);
      const namespace = given.text("namespace");
      const doomed: Doomed[] = [
        ...(kind === undefined
          ? []
          : names.map((name) => ({ resource: resourceNamed(served, kind), namespace, name }))),
        ...objects.map(({ apiVersion, kind: type, metadata }) => ({
          resource: resourceOf(served, apiVersion, type),
          namespace: metadata.namespace ?? namespace,
          name: metadata.name ?? "",
        })),
      ];
      let deleted = sound;
      // Backwards: what files define first, later objects rest on.
      for (const each of doomed.reverse()) deleted = (await deleteOne(given, terminal, api, each)) && deleted;
      return deleted ? 0 : 1;
    } finally {
      api.close();
    }
  },
};

async function deleteOne(
  given: Given,
  terminal: Terminal,
  api: ApiConnection,
  { resource, namespace, name }: Doomed,
): Promise<boolean> {
  try {
    await api.ask("DELETE", pathOf(resource, namespace, name));
    terminal.out(`${shortOf(resource, name)} deleted\n`);
    return true;
  } catch (error) {
    const { code, message } = ownFault(error);
    if (code === "NotFound" && given.on("ignore-not-found")) return true;
    terminal.err(`error: ${message} (${shortOf(resource, name)})\n`);
    return false;
  }
}
