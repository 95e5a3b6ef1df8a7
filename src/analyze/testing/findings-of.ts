import { builtInCatalog, readDocuments } from "../../api/index.ts";
import { type AnalyzeOptions, analyze } from "../analyze.ts";
import type { Finding } from "../analyzer.ts";

/** The findings of all default analyzers, or of those that are given, in a text of YAML documents. */
export function findingsIn(yaml: string, options: Partial<AnalyzeOptions> = {}): readonly Finding[] {
  const { documents } = readDocuments(Buffer.from(yaml), "test.yaml");
  return analyze([{ cluster: "one", documents }], { kinds: builtInCatalog(), ...options });
}

/** As `findingsIn`, each as `IST0101 VirtualService default/reviews spec.http[0]`. */
export function told(yaml: string, options: Partial<AnalyzeOptions> = {}): readonly string[] {
  return findingsIn(yaml, options).map(({ code, kind, namespace, name, path }) =>
    `${code} ${kind} ${namespace === "" ? "" : `${namespace}/`}${name} ${path}`.trim(),
  );
}
