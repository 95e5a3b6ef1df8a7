import { FairwayError } from "../base/fault.ts";
import type { Command } from "./command.ts";

/** The group of kinds that nobody but Fairway installs. */
const ownGroup = "superedge.io";

/** Groups of Kubernetes itself: it has the kinds, or takes definitions of them from its own projects only. */
const isOfKubernetes = (group: string) => !group.includes(".") || group.endsWith(".k8s.io");

/** `fairway crds`: prints the definitions by which a Kubernetes cluster learns kinds. */
export const crdsCommand: Command = {
  name: "crds",
  summary: "Print CustomResourceDefinitions by which a Kubernetes cluster learns kinds",
  arguments: [
    { form: "[GROUP...]", doc: `Groups whose kinds are printed, such as networking.istio.io; default: ${ownGroup}.` },
  ],
  flags: [
    {
      name: "output",
      short: "o",
      value: "FORM",
      choices: ["yaml", "json"],
      default: "yaml",
      doc: "Form of the output.",
    },
  ],
  examples: ["fairway crds | kubectl apply --server-side -f -", "fairway crds networking.istio.io -o json"],
  async run(given, terminal) {
    const { builtInCatalog, crdManifest } = await import("../api/index.ts");
    const { stringify } = await import("yaml");
    const custom = builtInCatalog().all.filter(({ group }) => !isOfKubernetes(group));
    const groups = given.args.length > 0 ? given.args : [ownGroup];
    for (const group of groups) {
      if (custom.some((kind) => kind.group === group)) continue;
      const known = [...new Set(custom.map((kind) => kind.group))].sort().join(", ");
      throw new FairwayError("Settings", `'${group}' is no group of custom kinds: give some of ${known}`);
    }
    const items = custom.filter(({ group }) => groups.includes(group)).map(crdManifest);
    if (given.text("output") === "json") {
      terminal.out(`${JSON.stringify({ apiVersion: "v1", kind: "List", items }, null, 2)}\n`);
    } else
      terminal.out(
        items.map((item) => `---\n${stringify(item, { lineWidth: 0, aliasDuplicateObjects: false })}`).join(""),
      );
    return 0;
  },
};
