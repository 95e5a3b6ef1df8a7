import { type Command, columns, outputFlag, print } from "../../cli/index.ts";
import { processEnvironment } from "../../settings/index.ts";
import type { CheckResult } from "./check-cluster.ts";

/** `fairway check`: whether a cluster is ready for `fairway up --kubeconfig`, line by line, with what to do. */
export const checkCommand: Command = {
  name: "check",
  summary: "Tell whether a cluster has and allows what Fairway needs",
  flags: [
    {
      name: "kubeconfig",
      value: "FILE",
      default: "in-cluster",
      doc: "Kubeconfig that Fairway will use, or `in-cluster` for a pod's own access.",
    },
    {
      name: "watched-namespaces",
      value: "NAMES",
      doc: "Namespaces that will be watched, separated by commas; without any, the whole cluster.",
    },
    { name: "root-namespace", value: "NAME", default: "istio-system", doc: "The mesh's root namespace." },
    { name: "remote", doc: "Check what a remote cluster of the mesh must allow, not the one with the configuration." },
    outputFlag,
  ],
  examples: [
    "fairway check --kubeconfig ~/.kube/config",
    "fairway check --kubeconfig ~/.kube/config --watched-namespaces shop,pay -o json",
    "fairway check --kubeconfig west.yaml --remote",
  ],
  async run(given, terminal) {
    const { checkCluster } = await import("./check-cluster.ts");
    const { readAccess } = await import("./read-access.ts");
    const { nodeTransport } = await import("../../kube/index.ts");
    const { builtInCatalog } = await import("../../api/index.ts");
    const environment = processEnvironment();
    const access = await readAccess(given.text("kubeconfig") ?? "", environment);
    const network = nodeTransport(access, { environment });
    const watched = (given.text("watched-namespaces") ?? "").split(",").filter((name) => name !== "");
    const root = given.text("root-namespace") ?? "";
    try {
      const results = await checkCluster({
        transport: network.send,
        kinds: builtInCatalog(),
        namespaces: watched.length === 0 ? [] : [...new Set([...watched, root])],
        ownNamespace: access.namespace,
        remote: given.on("remote"),
      });
      print(given, terminal, results, () => table(results));
      return results.some(({ state }) => state === "failed") ? 1 : 0;
    } finally {
      network.close();
    }
  },
};

function table(results: readonly CheckResult[]): string {
  const rows = results.map(({ check, state, message, remedy }) => [check, state, message || "-", remedy || "-"]);
  const failed = results.filter(({ state }) => state === "failed").length;
  const verdict = failed === 0 ? "Fairway can run here.\n" : `${failed} of ${results.length} checks failed.\n`;
  return columns(["CHECK", "STATE", "FOUND", "TO DO"], rows) + verdict;
}
