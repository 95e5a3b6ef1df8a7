import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Where each folder of src may import from, as ARCHITECTURE.md says it. */
export function readImportTable(architecture: string): Map<string, Set<string> | "everything"> {
  const table = new Map<string, Set<string> | "everything">();
  const rows = architecture.split("\n").filter((line) => /^\| `\w+` \|/.test(line));
  for (const row of rows) {
    const [, folder = "", allowed = ""] = row.split("|").map((cell) => cell.trim());
    const name = folder.replaceAll("`", "");
    table.set(name, allowed === "everything" ? "everything" : new Set(allowed.match(/\w+/g) ?? []));
  }
  return table;
}

interface Import {
  readonly from: string;
  readonly to: string;
}

/** All imports between files of src, type-only ones too. Tests and what only tests use are left out. */
function readImports(): Import[] {
  const files = globSync("src/**/*.ts").filter((f) => !f.endsWith(".test.ts") && !f.includes("/testing/"));
  return files.flatMap((from) => {
    const text = readFileSync(from, "utf8");
    const found = text.matchAll(/^(?:import|export)\b[^"';]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm);
    return [...found].map((m) => ({ from, to: normalize(join(dirname(from), m[1] ?? m[2] ?? "")) }));
  });
}

const folderOf = (file: string): string => file.split("/")[1] ?? "";

/** Imports against the table, imports past a folder's index.ts, and import cycles. */
export async function checkLayers(): Promise<string[]> {
  const table = readImportTable(readFileSync("ARCHITECTURE.md", "utf8"));
  if (table.size === 0) return ["ARCHITECTURE.md has no import table"];
  const imports = readImports();
  // Envoy's packages refer to each other in circles; their types do no harm by it.
  const written = imports.filter((i) => folderOf(i.from) !== "gen");
  return [...imports.flatMap((i) => directionFaults(i, table)), ...cycleFaults(written)];
}

/** Folders of small, independent files: each file is its own door. */
const openFolders = new Set(["base", "gen"]);

function directionFaults({ from, to }: Import, table: Map<string, Set<string> | "everything">): string[] {
  const [source, target] = [folderOf(from), folderOf(to)];
  if (source === target) return [];
  const allowed = table.get(source);
  if (allowed === undefined) return [`${from}: the folder ${source} is not in ARCHITECTURE.md's import table`];
  if (allowed !== "everything" && !allowed.has(target)) {
    return [`${from} imports ${to}: the table has no arrow from ${source} to ${target}`];
  }
  if (!openFolders.has(target) && !/^src\/\w+\/index\.ts$/.test(to)) {
    return [`${from} imports ${to}: outsiders import src/${target}/index.ts only`];
  }
  return [];
}

/** One message per cycle of files. */
function cycleFaults(imports: readonly Import[]): string[] {
  const edges = Map.groupBy(imports, (i) => i.from);
  const state = new Map<string, "open" | "done">();
  const faults: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      faults.push(`import cycle: ${[...trail.slice(trail.indexOf(file)), file].join(" → ")}`);
      return;
    }
    state.set(file, "open");
    for (const { to } of edges.get(file) ?? []) visit(to, [...trail, file]);
    state.set(file, "done");
  };
  for (const file of edges.keys()) visit(file, []);
  return faults;
}
