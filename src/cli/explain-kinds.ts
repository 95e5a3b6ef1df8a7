import { explain, type KindCatalog, type KindDefinition } from "../api/index.ts";
import { didYouMean } from "../base/did-you-mean.ts";
import type { Given, Terminal } from "./command.ts";
import { columns, print } from "./print.ts";

/** Lists the kinds, or explains the one that was named; resolves to the exit code. */
export async function explainKinds(kinds: KindCatalog, given: Given, terminal: Terminal): Promise<number> {
  const [wanted] = given.args;
  if (wanted === undefined) {
    const rows = kinds.all.map((k) => [
      k.kind,
      k.shortNames.join(","),
      k.group,
      k.versions.map((v) => v.name).join(","),
    ]);
    const data = kinds.all.map(summary);
    print(given, terminal, data, () => columns(["KIND", "SHORT", "GROUP", "VERSIONS"], rows));
    return 0;
  }
  const [name = "", ...path] = wanted.split(".");
  const kind = find(kinds, name);
  const explained = kind && explain(kind, path);
  if (!kind || !explained) {
    const known = kinds.all.map((k) => k.kind.toLowerCase());
    const hint = kind ? `there is no field '${path.join(".")}'` : `no such kind${didYouMean(name, known)}`;
    terminal.err(`error: ${hint} (${wanted}): run \`fairway kinds${kind ? ` ${name}` : ""}\` to see what there is\n`);
    return 1;
  }
  print(given, terminal, explained, () => {
    const rows = explained.fields.map((f) => [f.name + (f.required ? "*" : ""), f.type, f.doc]);
    const head = `${kind.kind}${path.length > 0 ? `.${path.join(".")}` : ""}   ${explained.type}\n${explained.doc}\n`;
    return rows.length === 0 ? head : `${head}\n${columns(["FIELD", "TYPE", "DESCRIPTION"], rows)}`;
  });
  return 0;
}

function summary(kind: KindDefinition): object {
  const { group, plural, shortNames, namespaced, versions, doc } = kind;
  return { kind: kind.kind, group, plural, shortNames, namespaced, versions: versions.map((v) => v.name), doc };
}

function find(kinds: KindCatalog, name: string): KindDefinition | undefined {
  const wanted = name.toLowerCase();
  return kinds.all.find((k) => k.singular === wanted || k.plural === wanted || k.shortNames.includes(wanted));
}
