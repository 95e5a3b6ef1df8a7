import { type Command, fileFlag, outputFlag } from "./command.ts";

/** `fairway validate`: checks files against the kinds, offline. */
export const validateCommand: Command = {
  name: "validate",
  summary: "Check configuration files, offline",
  flags: [
    { ...fileFlag, required: false },
    { name: "mesh-config", value: "FILE", doc: "File with a MeshConfig to check." },
    { name: "networks", value: "FILE", doc: "File with MeshNetworks to check." },
    outputFlag,
  ],
  examples: [
    "fairway validate -f mesh/",
    "fairway validate --mesh-config mesh.yaml -f mesh/",
    "kubectl get virtualservice -A -o yaml | fairway validate -f -",
  ],
  async run(given, terminal) {
    const { builtInCatalog } = await import("../api/index.ts");
    const { validateFiles } = await import("./validate-files.ts");
    return validateFiles(builtInCatalog(), given, terminal);
  },
};
