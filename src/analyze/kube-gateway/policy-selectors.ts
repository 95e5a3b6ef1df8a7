import { isSuperset } from "../../base/labels.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

const policyKinds = [
  kindRefs.authorizationPolicy,
  kindRefs.requestAuthentication,
  kindRefs.telemetry,
  kindRefs.wasmPlugin,
] as const;

const gatewayLabel = "gateway.networking.k8s.io/gateway-name";

/** Finds policies that select the pods of a Kubernetes gateway by labels, which has no effect on those. */
export const policySelectors: Analyzer = {
  name: "k8sgateway.SelectorAnalyzer",
  doc: "Policies for Kubernetes gateways name them instead of selecting their pods.",
  codes: ["IST0166"],
  run({ cluster, report }) {
    const gateways = cluster.workloads.filter(({ labels }) => labels[gatewayLabel] !== undefined);
    for (const policy of policyKinds.flatMap((kind) => cluster.all(kind))) {
      const spec = policy.root.at("spec");
      const selector = spec.at("selector");
      const targeted = spec.at("targetRef").exists || spec.at("targetRefs").items().length > 0;
      if (targeted || !selector.exists) continue;
      const wanted = selector.at("matchLabels").labels();
      for (const { labels, namespace } of gateways) {
        if (namespace !== policy.namespace || !isSuperset(labels, wanted)) continue;
        const gateway = labels[gatewayLabel];
        report(
          "IST0166",
          policy,
          selector,
          `should be \`targetRefs\`: selectors have no effect on Gateway '${gateway}'`,
        );
      }
    }
  },
};
