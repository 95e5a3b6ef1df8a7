import { isSuperset } from "../../base/labels.ts";
import { completeGateway } from "../../mesh/index.ts";
import { type AnalyzedObject, nameOf } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { type KnownWorkload, selected } from "../known-workloads.ts";
import type { Part } from "../part.ts";

/** Finds routes by claims of a token at gateways that do not validate tokens: such routes never match. */
export const claimRoutes: Analyzer = {
  name: "virtualservice.JWTClaimRouteAnalyzer",
  doc: "Gateways validate the tokens that routes look at.",
  codes: ["IST0149"],
  run(context) {
    const { cluster, report } = context;
    for (const virtualService of cluster.all(kindRefs.virtualService)) {
      const claim = firstClaim(virtualService);
      if (!claim) continue;
      for (const bound of virtualService.root.at("spec", "gateways").texts()) {
        const [namespace = "", name = ""] = completeGateway(bound, virtualService.namespace).split("/");
        const gateway = cluster.find(kindRefs.gateway, namespace, name);
        const workloads = gateway ? selected(cluster.workloads, gateway.root.at("spec", "selector").labels()) : [];
        const open = workloads.find((workload) => !validates(workload, context));
        if (!gateway || !open) continue;
        const why = `no RequestAuthentication covers '${open.object.name}' of Gateway ${nameOf(gateway)}`;
        report("IST0149", virtualService, claim, `must not depend on claims that nothing validates: ${why}`);
      }
    }
  },
};

/** The first condition on a claim. */
function firstClaim({ root }: AnalyzedObject): Part | undefined {
  return root
    .at("spec", "http")
    .items()
    .flatMap((route) => route.at("match").items())
    .flatMap((match) => [...match.at("headers").entries(), ...match.at("withoutHeaders").entries()])
    .find(([header]) => header.startsWith("@request.auth.claims"))?.[1];
}

function validates(workload: KnownWorkload, { cluster, rootNamespace }: AnalysisContext): boolean {
  return cluster.all(kindRefs.requestAuthentication).some(({ namespace, root }) => {
    const near = namespace === rootNamespace || namespace === workload.namespace;
    return near && isSuperset(workload.labels, root.at("spec", "selector", "matchLabels").labels());
  });
}
