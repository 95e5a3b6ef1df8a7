import { type Command, fileFlag, kubeconfigFlag, outputFlag } from "../../cli/index.ts";

/** `fairway grid`: the places of a mesh, and what is reached in them. */
export const gridCommand: Command = {
  name: "grid",
  summary: "Show places, grids and their Services, or what a node's clients reach of each Service and why",
  arguments: [
    { form: "[NODE]", doc: "Show what clients on this node reach, and why each other endpoint is left out." },
  ],
  flags: [
    { ...fileFlag, required: false, doc: `Look at files instead of a running Fairway. ${fileFlag.doc}` },
    { name: "server", value: "URL", doc: "The Fairway to look into; default: the one that --kubeconfig names." },
    { ...kubeconfigFlag, doc: "The administrator's kubeconfig of the Fairway; default: .fairway/kubeconfig." },
    outputFlag,
  ],
  examples: ["fairway grid", "fairway grid node0", "fairway grid node0 -o json", "fairway grid node0 -f mesh/"],
  async run(given, terminal) {
    const { runGrid } = await import("./run-grid.ts");
    return runGrid(given, terminal);
  },
};
