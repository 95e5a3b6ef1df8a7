import type { Flag } from "../cli/index.ts";

/** The flags of commands that make a mesh of files, besides `-f`. */
export const meshFlags: readonly Flag[] = [
  { name: "mesh-config", value: "FILE", doc: "File with a MeshConfig; else the ConfigMap `istio` among the files." },
  { name: "networks", value: "FILE", doc: "File with MeshNetworks; else those in the ConfigMap `istio`." },
];
