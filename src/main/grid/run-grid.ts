import { builtInCatalog, checkDocuments } from "../../api/index.ts";
import { describeProblem, type Given, print, readInputs, type Terminal } from "../../cli/index.ts";
import { inDefaultNamespace } from "../default-namespace.ts";
import { readServerObjects } from "../server-objects.ts";
import { gridObjectKinds, gridObjects } from "./grid-objects.ts";
import { gridOverview } from "./grid-overview.ts";
import { overviewTable, reachTable } from "./grid-tables.ts";
import { nodeReach } from "./node-reach.ts";

/** Reads the objects, of files or of a running Fairway, and prints what was asked for; resolves to the exit code. */
export async function runGrid(given: Given, terminal: Terminal): Promise<number> {
  const files = given.list("file");
  const inputs = files.length > 0 ? await readInputs(files, terminal) : await readServerObjects(given, gridObjectKinds);
  const kinds = builtInCatalog();
  const checked = checkDocuments(inputs.documents, kinds);
  const problems = [...inputs.problems, ...checked.flatMap((each) => each.problems)];
  const errors = problems.filter(({ severity }) => severity === "error");
  for (const problem of errors) terminal.err(`${describeProblem(problem, terminal)}\n`);
  const resources = checked.flatMap(({ resource }) => (resource ? [inDefaultNamespace(resource, kinds)] : []));
  const objects = gridObjects(resources);
  const [node] = given.args;
  if (node === undefined) {
    const overview = gridOverview(objects);
    print(given, terminal, overview, () => overviewTable(overview));
  } else {
    const reach = nodeReach(objects, node);
    print(given, terminal, reach, () => reachTable(reach));
  }
  return errors.length > 0 ? 1 : 0;
}
