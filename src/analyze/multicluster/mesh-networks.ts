import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

/** Registries that are not clusters. */
const builtIn = ["Kubernetes", "External", "Mock"];

/** Finds networks whose endpoints are said to be those of an unknown cluster. */
export const meshNetworks: Analyzer = {
  name: "multicluster.MeshNetworksAnalyzer",
  doc: "Networks name clusters that are known.",
  codes: ["IST0126"],
  run({ cluster, report }) {
    const remote = cluster
      .all(kindRefs.secret)
      .filter(({ labels }) => labels["istio/multiCluster"] === "true")
      .flatMap(({ root }) => [...root.at("data").entries(), ...root.at("stringData").entries()])
      .map(([name]) => name);
    const known = new Set([...builtIn, ...remote]);
    for (const networks of cluster.all(kindRefs.meshNetworks)) {
      for (const [name, network] of networks.root.at("networks").entries()) {
        for (const endpoints of network.at("endpoints").items()) {
          const registry = endpoints.at("fromRegistry");
          if (registry.text === "" || known.has(registry.text)) continue;
          const message = `must be a known cluster: network '${name}' names '${registry.text}'; add the cluster's secret`;
          report("IST0126", networks, registry, message);
        }
      }
    }
  },
};
