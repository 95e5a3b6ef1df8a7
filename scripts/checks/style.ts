import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const banned = /^(utils?|helpers?|common|manager)$/;

interface Rule {
  readonly fault: string;
  readonly form: RegExp;
  /** Which files it concerns; absent: all. */
  readonly only?: RegExp;
}

const rules: readonly Rule[] = [
  { fault: "leaves something to do: do it, or write it down as a known gap", form: /\b(TODO|FIXME|XXX|HACK)\b/ },
  { fault: "exports everything of another file: list the names", form: /^export \* from/m },
  {
    fault: "builds a regular expression from data: use re2js for what users write",
    form: /new RegExp\(/,
    only: /^src\/.*(?<!\.test)\.ts$/,
  },
  { fault: "runs only some tests", form: /\b(test|it|describe)\.only\(/ },
  { fault: "switches type checks off", form: /@ts-(ignore|nocheck)/ },
];

/** What the formatter and the type checker cannot see: names, folder doors, leftovers. */
export async function checkStyle(): Promise<string[]> {
  const faults: string[] = [];
  for (const file of globSync(["src/**/*.ts", "test/**/*.ts", "bench/**/*.ts", "scripts/**/*.ts"])) {
    const name = basename(file).replace(/(\.test)?\.ts$/, "");
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) faults.push(`${file}: file names are kebab-case`);
    if (name.split("-").some((word) => banned.test(word))) faults.push(`${file}: the name says nothing; name the idea`);
    if (file.endsWith("checks/style.ts")) continue;
    const text = readFileSync(file, "utf8");
    const concerned = rules.filter((rule) => rule.only?.test(file) ?? true);
    for (const rule of concerned) if (rule.form.test(text)) faults.push(`${file} ${rule.fault}`);
  }
  for (const door of globSync("src/*/index.ts")) {
    const opening = /^\/\*\*\n((?: \* .*\n)+) \*\//.exec(readFileSync(door, "utf8"));
    const lines = opening?.[1]?.trimEnd().split("\n").length ?? 0;
    if (lines < 2 || lines > 10) faults.push(`${door} must open with a few lines on what the folder is`);
  }
  return faults;
}
