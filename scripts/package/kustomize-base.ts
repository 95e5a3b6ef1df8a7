/** Writes the kustomize base from the chart's defaults: `npm run kustomize`. A test fails where it is stale. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAllDocuments, stringify } from "yaml";
import { helmPath } from "../../test/tools/kubectl.ts";
import { chartFolder } from "./chart-documents.ts";

/** Where the base is. */
export const baseFolder = "deploy/kustomize/base";

/** Where the base puts everything, unless an overlay says otherwise: where istiod is, whose names the mesh's objects have. */
export const baseNamespace = "istio-system";

/** Labels that say that Helm brought an object. */
const helmLabels = ["app.kubernetes.io/managed-by", "helm.sh/chart"];

/** A Kubernetes object, as far as it is looked at here. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: { readonly [name: string]: string };
  };
  readonly [field: string]: unknown;
}

/** The objects of YAML documents; empty ones do not count. */
export function manifestsIn(text: string): readonly Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return (document.toJS() as Manifest | null) ?? [];
  });
}

/** What the chart makes by default, without what only Helm is to know. */
export function defaultManifests(): readonly Manifest[] {
  const args = ["template", "fairway", chartFolder, "--namespace", baseNamespace];
  return manifestsIn(execFileSync(helmPath(), args, { encoding: "utf8" })).map((manifest) => {
    const labels = Object.entries(manifest.metadata.labels ?? {}).filter(([name]) => !helmLabels.includes(name));
    return { ...manifest, metadata: { ...manifest.metadata, labels: Object.fromEntries(labels) } };
  });
}

/** The files of the base, by name. */
export function baseFiles(): ReadonlyMap<string, string> {
  const note = "# Made from the chart's defaults by `npm run kustomize`: do not edit, but lay an overlay over it.\n";
  const kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    namespace: baseNamespace,
    resources: ["fairway.yaml"],
  };
  const documents = defaultManifests().map((manifest) => stringify(manifest, { lineWidth: 0 }));
  return new Map([
    ["kustomization.yaml", note + stringify(kustomization)],
    ["fairway.yaml", note + documents.join("---\n")],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of baseFiles()) writeFileSync(`${baseFolder}/${name}`, text);
}
