import { type Command, fileFlag, kubeconfigFlag, outputFlag } from "../cli/index.ts";
import { meshFlags } from "./offline-mesh-flags.ts";

/** `fairway analyze`: finds what does not fit together in files, or in a running Fairway. */
export const analyzeCommand: Command = {
  name: "analyze",
  summary: "Find what does not fit together in configuration files, or in a running Fairway",
  flags: [
    { ...fileFlag, required: false },
    { name: "server", value: "URL", doc: "Analyze the objects of this Fairway instead of files; see --kubeconfig." },
    {
      ...kubeconfigFlag,
      doc: "The administrator's kubeconfig of the Fairway to analyze; default with --server: .fairway/kubeconfig.",
    },
    {
      name: "cluster",
      value: "NAME=PATH",
      repeated: true,
      doc: "Files of a further cluster of the mesh, to compare services with; may be given several times.",
    },
    ...meshFlags,
    {
      name: "namespace",
      short: "n",
      value: "NAME",
      doc: "Tell only of this namespace; objects that name none are in it.",
    },
    { name: "all-namespaces", short: "A", doc: "Tell of all namespaces; this is the default." },
    { name: "control-plane-namespace", value: "NAME", default: "istio-system", doc: "Where the control plane runs." },
    {
      name: "suppress",
      short: "S",
      value: "CODE=RESOURCE",
      repeated: true,
      doc: "Do not tell of CODE for `Kind namespace/name`; * stands for any text. May be given several times.",
    },
    {
      name: "analyzer",
      value: "NAME",
      repeated: true,
      doc: "Run this analyzer instead of the default ones; may be given several times.",
    },
    {
      name: "failure-threshold",
      value: "LEVEL",
      choices: ["info", "warning", "error"],
      default: "error",
      doc: "The least severity of a finding that makes the exit code 1.",
    },
    { name: "list-analyzers", doc: "List the analyzers with their codes, and do nothing else." },
    outputFlag,
  ],
  examples: [
    "fairway analyze -f mesh/",
    "fairway analyze -f mesh/ --mesh-config mesh.yaml -o json",
    "fairway analyze -f mesh/ -S 'IST0102=Namespace dev-*' --failure-threshold warning",
    "fairway analyze --kubeconfig .fairway/kubeconfig",
    "fairway analyze -f east/ --cluster west=west/",
  ],
  async run(given, terminal) {
    const { analyzeFiles, listAnalyzers } = await import("./analyze-files.ts");
    return given.on("list-analyzers") ? listAnalyzers(given, terminal) : analyzeFiles(given, terminal);
  },
};
