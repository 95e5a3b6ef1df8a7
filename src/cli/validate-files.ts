import { readFile } from "node:fs/promises";
import { checkDocuments, checkMeshFile, type KindCatalog, type SourceProblem } from "../api/index.ts";
import type { Given, Terminal } from "./command.ts";
import { describeProblem } from "./describe-problem.ts";
import { print } from "./print.ts";
import { readInputs } from "./read-inputs.ts";

/** What `fairway validate -o json` prints. */
interface Verdict {
  /** Documents without an error. */
  readonly valid: number;
  readonly invalid: number;
  readonly problems: readonly SourceProblem[];
}

/** Checks what was given and prints the verdict; resolves to the exit code. */
export async function validateFiles(kinds: KindCatalog, given: Given, terminal: Terminal): Promise<number> {
  const meshFiles = await checkMeshFiles(given);
  if (given.list("file").length === 0 && meshFiles.length === 0) {
    terminal.err("error: nothing to check (fairway validate): give files with -f, --mesh-config or --networks\n");
    return 2;
  }
  const inputs = await readInputs(given.list("file"), terminal);
  const documents = [...checkDocuments(inputs.documents, kinds).map((c) => c.problems), ...meshFiles];
  const invalid = documents.filter((problems) => problems.some((p) => p.severity === "error")).length;
  const verdict: Verdict = {
    valid: documents.length - invalid,
    invalid: invalid + inputs.problems.length,
    problems: [...inputs.problems, ...documents.flat()],
  };
  print(given, terminal, verdict, () => table(verdict, terminal));
  return verdict.invalid > 0 ? 1 : 0;
}

/** The problems of each file that holds settings of the whole mesh. */
async function checkMeshFiles(given: Given): Promise<SourceProblem[][]> {
  const asked = [
    ["MeshConfig", given.text("mesh-config")],
    ["MeshNetworks", given.text("networks")],
  ] as const;
  const checks = asked.map(async ([document, file]) =>
    file === undefined ? [] : [checkMeshFile(document, await readFile(file), file)],
  );
  return (await Promise.all(checks)).flat();
}

function table(verdict: Verdict, terminal: Terminal): string {
  const lines = verdict.problems.map((problem) => `${describeProblem(problem, terminal)}\n`);
  const { valid, invalid } = verdict;
  return `${lines.join("")}${valid} valid, ${invalid} invalid\n`;
}
