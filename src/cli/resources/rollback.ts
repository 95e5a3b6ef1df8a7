import { type Command, outputFlag } from "../command.ts";
import { print } from "../print.ts";
import { ApiConnection, connectionFlags } from "./api-connection.ts";

interface Named {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What became of it. */
interface RolledBack {
  readonly changes: readonly (Named & { readonly change: string })[];
  readonly leftOut: readonly (Named & { readonly reason: string })[];
}

/** `fairway rollback`: brings all objects back to what they were. */
export const rollbackCommand: Command = {
  name: "rollback",
  summary: "Bring all objects of a running Fairway back to what they were",
  flags: [
    {
      name: "to",
      value: "REVISION",
      required: true,
      doc: "The last revision that is to count; `fairway history` has them.",
    },
    { name: "dry-run", doc: "Say what would be changed, and change nothing." },
    outputFlag,
    ...connectionFlags,
  ],
  examples: ["fairway history", "fairway rollback --to 1234 --dry-run", "fairway rollback --to 1234"],
  async run(given, terminal) {
    const to = given.text("to") ?? "";
    if (!/^\d+$/.test(to)) {
      terminal.err(`error: '${to}' is not a revision (--to): run \`fairway history\` to see them\n`);
      return 2;
    }
    const api = await ApiConnection.open(given);
    try {
      const tried = given.on("dry-run");
      const path = `/apis/fairway.dev/v1/revisions/${to}/rollback${tried ? "?dryRun=All" : ""}`;
      const { changes, leftOut } = (await api.ask("POST", path)).body as RolledBack;
      print(given, terminal, { to, changes, leftOut }, () => {
        const suffix = tried ? " (dry run)" : "";
        const lines = changes.map((each) => `${nameOf(each)} ${each.change}${suffix}\n`);
        return lines.length > 0 ? lines.join("") : `everything is as it was at revision ${to}${suffix}\n`;
      });
      for (const each of leftOut) terminal.err(`warning: left as it is: ${each.reason} (${nameOf(each)})\n`);
      return 0;
    } finally {
      api.close();
    }
  },
};

function nameOf({ group, kind, namespace, name }: Named): string {
  const where = namespace === "" ? "" : ` in ${namespace}`;
  return `${kind.toLowerCase()}${group && `.${group}`}/${name}${where}`;
}
