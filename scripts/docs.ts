/** Writes the documents that are made from the code: `npm run docs`. CI fails where they are stale. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { keptFiles } from "../bench/push/kept-files.ts";
import type { PushResults } from "../bench/push/results.ts";
import { allAnalyzers, analysisMessages } from "../src/analyze/index.ts";
import { builtInKinds, type KindDefinition, problemCodes } from "../src/api/index.ts";
import { faultCodes } from "../src/base/fault.ts";
import { Metrics } from "../src/base/metrics.ts";
import type { Command, Flag } from "../src/cli/index.ts";
import { registerEdgeMetrics } from "../src/main/edge/edge-metrics.ts";
import { registerMetrics } from "../src/main/metrics.ts";
import { allCommands } from "../src/main/program.ts";
import { edgeSettingsTable, type Setting, settingsTable } from "../src/settings/index.ts";
import { chartDocuments } from "./package/chart-documents.ts";

interface GeneratedDocument {
  readonly path: string;
  readonly text: string;
}

const note = "<!-- Made from the code by `npm run docs`: do not edit. -->";

/** Text for a table's cell. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

/** All generated documents, as they should be. */
export async function generatedDocuments(): Promise<readonly GeneratedDocument[]> {
  return [settings(), errors(), analysis(), metrics(), commands(), kinds(), ...chartDocuments(), ...benchmark()];
}

/** What is made from the run of the push benchmark that is kept. */
function benchmark(): readonly GeneratedDocument[] {
  const folder = "bench/results";
  if (!existsSync(`${folder}/push.json`)) return [];
  const results = JSON.parse(readFileSync(`${folder}/push.json`, "utf8")) as PushResults;
  return [...keptFiles(results)].map(([file, text]) => ({ path: `${folder}/${file}`, text }));
}

function settings(): GeneratedDocument {
  const text = `${note}
# Settings

A flag wins over the environment, the environment over the default. An empty variable counts as not set.

## \`fairway up\`

${settingRows(settingsTable)}

## \`fairway edge\`

${settingRows(edgeSettingsTable)}
`;
  return { path: "docs/reference/settings.md", text };
}

function settingRows(table: readonly Setting[]): string {
  const rows = table.map((s) =>
    row(`\`--${s.flag}\``, s.env.map((e) => `\`${e}\``).join(", "), s.default === "" ? "–" : `\`${s.default}\``, s.doc),
  );
  return `| flag | environment | default | meaning |
|---|---|---|---|
${rows.join("\n")}`;
}

function errors(): GeneratedDocument {
  const problems = Object.entries(problemCodes).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = problems.map(([code, { severity, title, remedy }]) => row(`\`${code}\``, severity, title, remedy));
  const faults = Object.entries(faultCodes).map(([code, doc]) => row(`\`${code}\``, doc));
  const text = `${note}
# Errors

## Problems of configuration
What \`fairway validate\`, the API and the status of objects report. Codes are stable and never reused.

| code | severity | what is wrong | what to do |
|---|---|---|---|
${rows.join("\n")}

## Faults
What an operation can fail with.

| code | meaning |
|---|---|
${faults.join("\n")}
`;
  return { path: "docs/reference/errors.md", text };
}

function analysis(): GeneratedDocument {
  const messages = Object.entries(analysisMessages).map(([code, { type, severity, title, remedy }]) =>
    row(`\`${code}\``, `\`${type}\``, severity, title, remedy),
  );
  const analyzers = allAnalyzers.map(({ name, codes, doc, optional }) =>
    row(`\`${name}\``, codes.join(", "), optional ? `${doc} Runs only if it is asked for.` : doc),
  );
  const text = `${note}
# Analysis

What \`fairway analyze\` finds. Codes, names and severities are Istio's. An object silences codes about itself by the
annotation \`galley.istio.io/analyze-suppress\`: a list separated by commas, or \`*\`.

## Findings

| code | name | severity | what is wrong | what to do |
|---|---|---|---|---|
${messages.join("\n")}

## Analyzers

| name | codes | what holds if it finds nothing |
|---|---|---|
${analyzers.join("\n")}
`;
  return { path: "docs/reference/analysis.md", text };
}

function metrics(): GeneratedDocument {
  const [up, edge] = [new Metrics(), new Metrics()];
  registerMetrics(up);
  registerEdgeMetrics(edge, () => undefined);
  const text = `${note}
# Metrics

At \`/metrics\` of the http address, in Prometheus' text format.

## \`fairway up\`

${metricRows(up)}

## \`fairway edge\`

${metricRows(edge)}
`;
  return { path: "docs/reference/metrics.md", text };
}

function metricRows(registry: Metrics): string {
  const rows = registry.list().map((m) => row(`\`${m.name}\``, m.type, m.labelNames.join(", ") || "–", m.help));
  return `| name | type | labels | meaning |
|---|---|---|---|
${rows.join("\n")}`;
}

function commands(): GeneratedDocument {
  const sections = allCommands("").map(describeCommand);
  const text = `${note}
# Commands

Exit codes: 0 success, 1 a finding or a failed operation, 2 wrong usage. Errors go to standard error as
\`error: what (where): what to do\`.

${sections.join("\n")}`;
  return { path: "docs/reference/commands.md", text };
}

function describeCommand(command: Command): string {
  const words = (command.arguments ?? []).map((a) => ` ${a.form}`).join("");
  const rows = [
    ...(command.arguments ?? []).map((a) => row(`\`${a.form}\``, a.doc)),
    ...(command.flags ?? []).map((f) => row(flagForm(f), f.doc + (f.default ? ` Default: \`${f.default}\`.` : ""))),
  ];
  const table = rows.length === 0 ? "" : `\n| | |\n|---|---|\n${rows.join("\n")}\n`;
  return `## fairway ${command.name}${words}
${command.summary}.
${table}
\`\`\`
${command.examples.join("\n")}
\`\`\`
`;
}

function flagForm(flag: Flag): string {
  const short = flag.short ? `\`-${flag.short}\`, ` : "";
  return `${short}\`--${flag.name}${flag.value ? ` ${flag.choices?.join("|") ?? flag.value}` : ""}\``;
}

function kinds(): GeneratedDocument {
  const groups = Map.groupBy(builtInKinds, (k) => k.group);
  const sections = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, members]) => {
      const rows = members.map(kindRow);
      return `## ${group === "" ? "core" : group}\n\n| kind | versions | short | what it is |\n|---|---|---|---|\n${rows.join("\n")}\n`;
    });
  const text = `${note}
# Kinds

The kinds Fairway knows by itself; the first version is the stored one. Any other kind becomes usable by its
CustomResourceDefinition. \`fairway kinds KIND.FIELD\` explains each field.

${sections.join("\n")}`;
  return { path: "docs/reference/kinds.md", text };
}

function kindRow(kind: KindDefinition): string {
  return row(`\`${kind.kind}\``, kind.versions.map((v) => v.name).join(", "), kind.shortNames.join(", "), kind.doc);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of await generatedDocuments()) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(path);
  }
}
