import type { Resource, RevisionObject } from "../../api/index.ts";
import { type Command, type Given, outputFlag } from "../command.ts";
import { columns, print } from "../print.ts";
import { ApiConnection, connectionFlags } from "./api-connection.ts";
import { namespaceFlag } from "./apply.ts";
import { pathOf, resourceNamed, servedResources } from "./served-resource.ts";

/** One change, as it is printed. */
interface Change {
  readonly revision: string;
  readonly time: string;
  readonly change: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The object after the change, in the history of a single object. */
  readonly state?: Resource;
}

/** `fairway history`: what was changed when, as far as it is kept. */
export const historyCommand: Command = {
  name: "history",
  summary: "Show what was changed in a running Fairway",
  arguments: [
    { form: "[KIND]", doc: "Kind, plural or short name, such as `vs`; everything that changed if absent." },
    { form: "[NAME]", doc: "The object, there still or not; with -o json or yaml, as it was each time." },
  ],
  flags: [
    namespaceFlag,
    { name: "limit", value: "N", default: "20", doc: "How many changes to show, the newest first." },
    outputFlag,
    ...connectionFlags,
  ],
  examples: ["fairway history", "fairway history vs reviews", "fairway history vs reviews --limit 1 -o yaml"],
  async run(given, terminal) {
    const [kind, name] = given.args;
    const limit = Number(given.text("limit"));
    if ((kind !== undefined && name === undefined) || !Number.isInteger(limit) || limit < 1) {
      terminal.err(
        "error: name a kind and its object, or neither; --limit is a whole number (fairway history --help)\n",
      );
      return 2;
    }
    const api = await ApiConnection.open(given);
    try {
      const changes = await changesAt(api, await pathFor(given, api, kind, name), limit);
      print(given, terminal, changes, () => table(changes));
      return 0;
    } finally {
      api.close();
    }
  },
};

async function pathFor(given: Given, api: ApiConnection, kind?: string, name?: string): Promise<string> {
  if (kind === undefined) return "/apis/fairway.dev/v1/revisions";
  const resource = resourceNamed(await servedResources(api), kind);
  return `${pathOf(resource, given.text("namespace"), name)}/history`;
}

async function changesAt(api: ApiConnection, path: string, limit: number): Promise<readonly Change[]> {
  const changes: Change[] = [];
  let token = "";
  do {
    const query = new URLSearchParams({ limit: String(limit - changes.length), continue: token });
    const page = (await api.ask("GET", `${path}?${query}`)).body as {
      readonly items: readonly RevisionObject[];
      readonly metadata: { readonly continue?: string };
    };
    changes.push(...page.items.map(changeOf));
    token = page.metadata.continue ?? "";
  } while (token !== "" && changes.length < limit);
  return changes;
}

function changeOf({ metadata, change, object, state }: RevisionObject): Change {
  const { name: revision = "", creationTimestamp: time = "" } = metadata;
  const { apiVersion, kind, namespace, name } = object;
  return { revision, time, change, apiVersion, kind, ...(namespace && { namespace }), name, ...(state && { state }) };
}

function table(changes: readonly Change[]): string {
  if (changes.length === 0) return "no changes are kept\n";
  return columns(
    ["REVISION", "TIME", "CHANGE", "KIND", "NAMESPACE", "NAME"],
    changes.map(({ revision, time, change, kind, namespace = "", name }) => [
      revision,
      time,
      change,
      kind,
      namespace,
      name,
    ]),
  );
}
