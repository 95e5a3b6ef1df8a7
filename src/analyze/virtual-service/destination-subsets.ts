import { coversHost, isWildcard } from "../../mesh/index.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { fullHost } from "../known-services.ts";
import { routeDestinations } from "./route-destinations.ts";

/** Finds routes to subsets that no destination rule defines. */
export const destinationSubsets: Analyzer = {
  name: "virtualservice.DestinationRuleAnalyzer",
  doc: "Routes lead to subsets that a destination rule defines.",
  codes: ["IST0101"],
  run({ cluster, report }) {
    const defined = cluster.all(kindRefs.destinationRule).map(({ root, namespace }) => ({
      host: fullHost(root.at("spec", "host").text, namespace),
      subsets: root
        .at("spec", "subsets")
        .items()
        .map((subset) => subset.at("name").text),
    }));
    const byHost = Map.groupBy(defined, ({ host }) => host);
    const wildcards = defined.filter(({ host }) => isWildcard(host));
    for (const virtualService of cluster.all(kindRefs.virtualService)) {
      for (const destination of routeDestinations(virtualService)) {
        const subset = destination.at("subset");
        if (subset.text === "") continue;
        const host = fullHost(destination.at("host").text, virtualService.namespace);
        const rules = [...(byHost.get(host) ?? []), ...wildcards.filter((rule) => coversHost(rule.host, host))];
        if (rules.some(({ subsets }) => subsets.includes(subset.text))) continue;
        const message = `must be a subset that a DestinationRule defines: '${host}' has no '${subset.text}'`;
        report("IST0101", virtualService, subset, message);
      }
    }
  },
};
