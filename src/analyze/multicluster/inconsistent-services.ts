import { jsonEqual } from "../../base/json.ts";
import { type AnalyzedObject, idOf } from "../analyzed-object.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

/** Finds services that are not the same in all clusters that have them. */
export const inconsistentServices: Analyzer = {
  name: "multicluster.ServiceAnalyzer",
  doc: "A service of several clusters is the same in all of them.",
  codes: ["IST0170"],
  acrossClusters: true,
  run({ clusters, report }) {
    const all = clusters.flatMap((cluster) =>
      cluster.all(kindRefs.service).map((service) => ({ cluster: cluster.name, service })),
    );
    for (const group of Map.groupBy(all, ({ service }) => idOf(service)).values()) {
      const [first, ...others] = group;
      if (!first) continue;
      for (const { cluster, service } of others) {
        const differences = compare(first.service, service);
        if (differences.length === 0) continue;
        const what = `${differences.join(" and ")} in '${cluster}' and '${first.cluster}'`;
        const at = first.service.root.at("spec");
        report("IST0170", first.service, at, `should be the same in all clusters: it has different ${what}`);
      }
    }
  },
};

function compare(a: AnalyzedObject, b: AnalyzedObject): readonly string[] {
  const [x, y] = [a.root.at("spec"), b.root.at("spec")];
  const type = (spec: typeof x) => spec.at("type").text || "ClusterIP";
  const headless = (spec: typeof x) => spec.at("clusterIP").text === "None";
  return [
    ...(headless(x) === headless(y) ? [] : ["modes, with and without an address,"]),
    ...(type(x) === type(y) ? [] : ["types"]),
    ...(jsonEqual(portsOf(a), portsOf(b)) ? [] : ["ports"]),
  ];
}

/** Node ports are each cluster's own. */
function portsOf({ root }: AnalyzedObject): unknown {
  return root
    .at("spec", "ports")
    .items()
    .map((port) => ({
      name: port.at("name").text,
      port: port.at("port").number,
      protocol: port.at("protocol").text || "TCP",
      appProtocol: port.at("appProtocol").text,
      targetPort: port.at("targetPort").scalar || port.at("port").scalar,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
