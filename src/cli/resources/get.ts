import type { Command, Given, Terminal } from "../command.ts";
import { columns, print } from "../print.ts";
import { ApiConnection, connectionFlags } from "./api-connection.ts";
import { namespaceFlag } from "./apply.ts";
import { pathOf, resourceNamed, type ServedResource, servedResources, shortOf } from "./served-resource.ts";

interface Row {
  readonly cells: readonly unknown[];
  readonly object: { readonly metadata: { readonly name: string; readonly namespace?: string } };
}

interface Table {
  readonly columnDefinitions?: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly Row[];
}

const tableForm = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** `fairway get`: shows objects of a running Fairway. */
export const getCommand: Command = {
  name: "get",
  summary: "Show objects of a running Fairway",
  arguments: [
    { form: "KIND", doc: "Kind, plural or short name, such as `vs`; with a group where it is not clear." },
    { form: "[NAME]", doc: "One object; all if absent." },
  ],
  flags: [
    namespaceFlag,
    { name: "all-namespaces", short: "A", doc: "Of all namespaces." },
    { name: "selector", short: "l", value: "LABELS", doc: "Only objects with these labels, such as `app=web`." },
    { name: "watch", short: "w", doc: "Go on with what changes, until interrupted." },
    {
      name: "output",
      short: "o",
      value: "FORM",
      choices: ["table", "wide", "json", "yaml", "name"],
      default: "table",
      doc: "Form of the output.",
    },
    ...connectionFlags,
  ],
  examples: ["fairway get virtualservices -A", "fairway get vs reviews -o yaml", "fairway get services -w"],
  async run(given, terminal) {
    const [kind = "", name] = given.args;
    const api = await ApiConnection.open(given);
    try {
      const resource = resourceNamed(await servedResources(api), kind);
      const namespace = given.on("all-namespaces") ? undefined : given.text("namespace");
      await (given.on("watch")
        ? watch(given, terminal, api, resource, pathOf(resource, namespace), name)
        : show(given, terminal, api, resource, pathOf(resource, namespace, name)));
      return 0;
    } finally {
      api.close();
    }
  },
};

async function show(
  given: Given,
  terminal: Terminal,
  api: ApiConnection,
  resource: ServedResource,
  path: string,
): Promise<void> {
  const labels = given.text("selector");
  const query = labels === undefined ? "" : `?${new URLSearchParams({ labelSelector: labels })}`;
  const form = given.text("output");
  const data = form === "json" || form === "yaml";
  const { body } = await api.ask("GET", path + query, data ? {} : { accept: tableForm });
  print(given, terminal, body, () => tableText(given, resource, body as Table, true));
}

/** The objects that are there, then each change as it comes. */
async function watch(
  given: Given,
  terminal: Terminal,
  api: ApiConnection,
  resource: ServedResource,
  path: string,
  name: string | undefined,
): Promise<void> {
  const query = new URLSearchParams({ watch: "true" });
  const labels = given.text("selector");
  if (labels !== undefined) query.set("labelSelector", labels);
  if (name !== undefined) query.set("fieldSelector", `metadata.name=${name}`);
  const form = given.text("output");
  const data = form === "json" || form === "yaml";
  let headed = false;
  for await (const line of api.follow(`${path}?${query}`, data ? "application/json" : tableForm)) {
    const { object } = JSON.parse(line) as { readonly object: unknown };
    const heads = !headed;
    print(given, terminal, object, () => tableText(given, resource, object as Table, heads));
    headed = true;
  }
}

function tableText(given: Given, resource: ServedResource, table: Table, heads: boolean): string {
  const { columnDefinitions = [], rows } = table;
  if (given.text("output") === "name") {
    return rows.map(({ object }) => `${shortOf(resource, object.metadata.name)}\n`).join("");
  }
  if (rows.length === 0) return "no objects found\n";
  const wide = given.text("output") === "wide";
  const shown = columnDefinitions
    .map((column, i) => ({ ...column, i }))
    .filter(({ priority }) => wide || priority === 0);
  const spread = given.on("all-namespaces") && resource.namespaced;
  const head = [...(spread ? ["NAMESPACE"] : []), ...shown.map(({ name }) => name.toUpperCase())];
  const text = columns(
    head,
    rows.map(({ cells, object }) => [
      ...(spread ? [object.metadata.namespace ?? ""] : []),
      ...shown.map(({ i }) => String(cells[i] ?? "<none>")),
    ]),
  );
  return heads ? text : text.replace(/^.*\n/, "");
}
