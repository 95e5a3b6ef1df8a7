import { type AnalyzedObject, nameOf } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { selected } from "../known-workloads.ts";
import { formatLabels } from "../labels.ts";
import type { Part } from "../part.ts";

/** Finds authorization policies that no workload comes under, or that speak of namespaces that do not exist. */
export const authorizationPolicies: Analyzer = {
  name: "authz.AuthorizationPoliciesAnalyzer",
  doc: "Authorization policies select workloads of the mesh, and their namespaces exist.",
  codes: ["IST0101", "IST0127"],
  run(context) {
    for (const policy of context.cluster.all(kindRefs.authorizationPolicy)) {
      checkWorkloads(policy, context);
      const sources = policy.root
        .at("spec", "rules")
        .items()
        .flatMap((rule) => rule.at("from").items());
      for (const source of sources) {
        for (const field of ["namespaces", "notNamespaces"]) {
          for (const pattern of source.at("source", field).items()) checkNamespace(policy, pattern, context);
        }
      }
    }
  },
};

function checkWorkloads(policy: AnalyzedObject, { cluster, rootNamespace, report }: AnalysisContext): void {
  const spec = policy.root.at("spec");
  if (spec.at("targetRef").exists || spec.at("targetRefs").items().length > 0) return;
  const selector = spec.at("selector");
  const meshWide = policy.namespace === rootNamespace;
  if (meshWide && !selector.exists) return;
  const labels = selector.at("matchLabels").labels();
  const workloads = selected(meshWide ? cluster.workloads : cluster.workloadsIn(policy.namespace), labels);
  if (workloads.some(({ inMesh }) => inMesh)) return;
  const where = meshWide ? "the mesh" : `namespace '${policy.namespace}'`;
  const which = selector.exists ? ` with ${formatLabels(labels)}` : "";
  report("IST0127", policy, selector, `should select a workload: ${where} has none${which} that is in the mesh`);
}

function checkNamespace(policy: AnalyzedObject, at: Part, { cluster, report }: AnalysisContext): void {
  const pattern = at.text;
  if ([...cluster.namespaces].some((name) => isLike(name, pattern))) return;
  report("IST0101", policy, at, `must match a namespace: there is none like '${pattern}' for ${nameOf(policy)}`);
}

/** One `*` at either end stands for any text. */
function isLike(name: string, pattern: string): boolean {
  if (pattern === "*") return true;
  if (pattern.startsWith("*")) return name.endsWith(pattern.slice(1));
  if (pattern.endsWith("*")) return name.startsWith(pattern.slice(0, -1));
  return name === pattern.toLowerCase();
}
