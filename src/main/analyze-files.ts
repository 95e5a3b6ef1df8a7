import { readFile } from "node:fs/promises";
import { type Analyzer, allAnalyzers, analyze, type Finding, parseSuppression } from "../analyze/index.ts";
import {
  builtInCatalog,
  checkMeshFile,
  type MeshConfig,
  readDocuments,
  readMeshConfig,
  type Severity,
  type SourceDocument,
  type SourceProblem,
} from "../api/index.ts";
import { didYouMean } from "../base/did-you-mean.ts";
import { FairwayError } from "../base/fault.ts";
import { columns, describeProblem, type Given, type Inputs, print, readInputs, type Terminal } from "../cli/index.ts";
import { readServerObjects } from "./server-objects.ts";

/** What is wrong with the files themselves, and between the objects in them. */
type Told = SourceProblem | Finding;

/** What `fairway analyze -o json` prints. */
interface Report {
  /** How many documents were looked at. */
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly problems: readonly Told[];
}

const levels: readonly Severity[] = ["info", "warning", "error"];

/** Analyzes what was given and prints the findings; resolves to the exit code. */
export async function analyzeFiles(given: Given, terminal: Terminal): Promise<number> {
  const files = given.list("file");
  const running = ["server", "kubeconfig"].some((flag) => given.text(flag) !== undefined);
  if (running === files.length > 0) {
    const what = running ? "files and a server at once" : "nothing to analyze";
    terminal.err(`error: ${what} (fairway analyze): give files with -f, or a running Fairway with --server\n`);
    return 2;
  }
  const own = running ? await readServerObjects(given) : await readInputs(files, terminal);
  const others = await Promise.all(given.list("cluster").map((text) => readCluster(text, terminal)));
  const { mesh, networks, problems: meshProblems } = await readMeshFiles(given);
  const clusters = [{ cluster: "this cluster", ...own }, ...others];
  const namespace = given.text("namespace");
  const analyzers = given.list("analyzer").map(analyzerNamed);
  const findings = analyze(clusters, {
    kinds: builtInCatalog(),
    controlPlaneNamespace: given.text("control-plane-namespace") ?? "istio-system",
    suppressions: given.list("suppress").map(suppressionOf),
    ...(analyzers.length > 0 && { analyzers }),
    ...(namespace !== undefined && { namespace }),
    ...(mesh && { mesh }),
    ...(networks && { networks }),
  });
  const asked = namespace === undefined || given.on("all-namespaces") ? findings : findings.filter(isIn(namespace));
  const problems: Told[] = [...clusters.flatMap((c) => c.problems), ...meshProblems, ...asked];
  const report = summary(clusters.flatMap((c) => c.documents).length, problems);
  print(given, terminal, report, () => table(report, terminal));
  const threshold = levels.indexOf(given.text("failure-threshold") as Severity);
  return problems.some(({ severity }) => levels.indexOf(severity) >= threshold) ? 1 : 0;
}

/** Prints the analyzers with their codes. */
export function listAnalyzers(given: Given, terminal: Terminal): number {
  const data = allAnalyzers.map(({ name, codes, doc, optional = false }) => ({ name, codes, doc, optional }));
  print(given, terminal, data, () =>
    columns(
      ["ANALYZER", "CODES", "WHAT IT LOOKS FOR"],
      data.map(({ name, codes, doc, optional }) => [
        name,
        codes.join(","),
        optional ? `${doc} (only if asked for)` : doc,
      ]),
    ),
  );
  return 0;
}

async function readCluster(text: string, terminal: Terminal): Promise<Inputs & { readonly cluster: string }> {
  const at = text.indexOf("=");
  if (at <= 0 || at === text.length - 1) throw wrong(`--cluster must be NAME=PATH, not '${text}'`);
  return { cluster: text.slice(0, at), ...(await readInputs([text.slice(at + 1)], terminal)) };
}

function suppressionOf(text: string) {
  const suppression = parseSuppression(text);
  if (!suppression) throw wrong(`--suppress must be CODE=RESOURCE, such as 'IST0102=Namespace dev', not '${text}'`);
  return suppression;
}

function analyzerNamed(name: string): Analyzer {
  const found = allAnalyzers.find((analyzer) => analyzer.name === name);
  const hint = didYouMean(
    name,
    allAnalyzers.map((analyzer) => analyzer.name),
  );
  if (!found) throw wrong(`--analyzer must be one of those that --list-analyzers shows; '${name}' is none${hint}`);
  return found;
}

const wrong = (message: string) => new FairwayError("Settings", message);

interface MeshFiles {
  readonly mesh: MeshConfig | undefined;
  readonly networks: SourceDocument | undefined;
  readonly problems: readonly SourceProblem[];
}

/** The settings of the mesh that were given in files of their own. Those with errors leave the defaults in force. */
async function readMeshFiles(given: Given): Promise<MeshFiles> {
  const [config, networks] = await Promise.all(
    (["mesh-config", "networks"] as const).map(async (flag) => {
      const file = given.text(flag);
      return file === undefined ? undefined : { file, bytes: await readFile(file) };
    }),
  );
  const first = (read: typeof config) => read && readDocuments(read.bytes, read.file).documents[0];
  return {
    mesh: config && readMeshConfig(first(config)?.value).value,
    networks: first(networks),
    problems: [
      ...(config ? checkMeshFile("MeshConfig", config.bytes, config.file) : []),
      ...(networks ? checkMeshFile("MeshNetworks", networks.bytes, networks.file) : []),
    ],
  };
}

/** Objects that name no namespace are in the one that is asked for; a Namespace is in itself. */
function isIn(namespace: string) {
  return (finding: Finding): boolean => {
    const own = finding.kind === "Namespace" ? finding.name : finding.namespace;
    return own === "" || own === namespace;
  };
}

function summary(documents: number, problems: readonly Told[]): Report {
  const count = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  return { documents, errors: count("error"), warnings: count("warning"), infos: count("info"), problems };
}

function table(report: Report, terminal: Terminal): string {
  const lines = report.problems.map((problem) => `${describeProblem(problem, terminal)}\n`);
  const { errors, warnings, infos, documents } = report;
  return `${lines.join("")}${errors} errors, ${warnings} warnings, ${infos} infos in ${documents} documents\n`;
}
