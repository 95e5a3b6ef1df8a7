import { readFileSync } from "node:fs";
import { type GoProgram, publishedModuleFile } from "./go-program.ts";

/** The version of Kubernetes that its programs are built from. */
export const kubernetesVersion = "v1.36.3";

const module = "k8s.io/kubernetes";

/** A program of Kubernetes' own tree. */
export function kubernetesProgram(name: string): GoProgram {
  return {
    name,
    module,
    version: kubernetesVersion,
    main: `${module}/cmd/${name}`,
    replace: stagingModules,
    variables: { "k8s.io/component-base/version.gitVersion": kubernetesVersion },
    cost: "about 3 CPU-minutes",
  };
}

/** Kubernetes names the modules of its own tree at v0.0.0; each is published as v0 with the minor and patch of the release. */
function stagingModules(): ReadonlyMap<string, string> {
  const text = readFileSync(publishedModuleFile(module, kubernetesVersion), "utf8");
  const names = [...text.matchAll(/^\s*(k8s\.io\/\S+) v0\.0\.0$/gm)].map((match) => match[1] ?? "");
  return new Map(names.map((name) => [name, kubernetesVersion.replace("v1.", "v0.")]));
}
