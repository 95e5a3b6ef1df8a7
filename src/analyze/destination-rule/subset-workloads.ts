import { isSuperset, type Labels } from "../../base/labels.ts";
import { coversHost, isWildcard } from "../../mesh/index.ts";
import type { AnalyzedObject } from "../analyzed-object.ts";
import type { AnalysisContext, Analyzer } from "../analyzer.ts";
import type { ClusterView } from "../cluster-view.ts";
import { kindRefs } from "../kind-refs.ts";
import { findService, fullHost, type KnownService, selectsWorkload } from "../known-services.ts";
import type { KnownWorkload } from "../known-workloads.ts";
import { formatLabels } from "../labels.ts";

/** Finds destination rules for hosts that do not exist, and subsets without a workload. */
export const subsetWorkloads: Analyzer = {
  name: "destinationrule.PodNotSelectedAnalyzer",
  doc: "The hosts of destination rules exist, and their subsets have workloads.",
  codes: ["IST0173", "IST0174"],
  run(context) {
    const { cluster, report } = context;
    for (const rule of cluster.all(kindRefs.destinationRule)) {
      const spec = rule.root.at("spec");
      const host = spec.at("host");
      if (isWildcard(host.text)) {
        const wide = fullHost(host.text, rule.namespace);
        if (cluster.services.all.some((service) => coversHost(wide, service.host))) continue;
      }
      const from = { namespace: rule.namespace, exportTo: spec.at("exportTo").texts() };
      const service = findService(cluster.services, host.text, from);
      if (service) checkSubsets(rule, service, context);
      else
        report("IST0174", rule, host, `should be the host of a service: '${host.text}' is none that can be seen here`);
    }
  },
};

function checkSubsets(rule: AnalyzedObject, service: KnownService, { cluster, report }: AnalysisContext): void {
  const subsets = rule.root.at("spec", "subsets").items();
  if (subsets.length === 0) return;
  const known = labelsOfWorkloads(service, cluster);
  // Where no workload of the service is known, nothing can be said of its subsets.
  if (known.length === 0) return;
  for (const subset of subsets) {
    const wanted = withoutPlace(subset.at("labels").labels());
    if (known.some((labels) => isSuperset(labels, wanted))) continue;
    const which = `subset '${subset.at("name").text}' (${formatLabels(wanted)})`;
    report("IST0173", rule, subset.at("labels"), `must select a workload of '${service.host}': ${which} has none`);
  }
}

function labelsOfWorkloads(service: KnownService, cluster: ClusterView): readonly Labels[] {
  const pods = cluster
    .workloadsIn(service.namespace)
    .filter((workload) => selectsWorkload(service, workload))
    .map((workload) => withTopology(workload, cluster));
  const entries = cluster
    .all(kindRefs.workloadEntry)
    .map(({ root, namespace }) => ({ labels: root.at("spec", "labels").labels(), namespace }))
    .filter((entry) => selectsWorkload(service, entry));
  const endpoints = service.object.root.at("spec", "endpoints").items();
  return [
    ...pods,
    ...[...entries, ...endpoints.map((e) => ({ labels: e.at("labels").labels() }))].map((e) => e.labels),
  ];
}

const topologyLabels = [
  "topology.kubernetes.io/region",
  "topology.kubernetes.io/zone",
  "topology.istio.io/subzone",
] as const;

/** Endpoints have the labels of where their pod runs, too. */
function withTopology({ labels, spec }: KnownWorkload, cluster: ClusterView): Labels {
  const node = spec.at("nodeName").text;
  const of = cluster.find(kindRefs.node, "", node)?.labels;
  if (!of) return labels;
  const places = topologyLabels.flatMap((key) => (of[key] ? [[key, of[key]] as const] : []));
  return { ...labels, ...Object.fromEntries(places), "kubernetes.io/hostname": node };
}

/** Cluster and network are known of running endpoints only. */
function withoutPlace(labels: Labels): Labels {
  const { "topology.istio.io/cluster": _cluster, "topology.istio.io/network": _network, ...others } = labels;
  return others;
}
