import type { Analyzer } from "../analyzer.ts";
import type { ClusterView } from "../cluster-view.ts";
import { kindRefs } from "../kind-refs.ts";
import { selectsWorkload } from "../known-services.ts";
import { containersOf, type KnownWorkload } from "../known-workloads.ts";
import { formatLabels } from "../labels.ts";
import { gatewayWorkloads } from "./gateway-workloads.ts";

/** Finds servers of gateways that no service leads to. */
export const gatewayPorts: Analyzer = {
  name: "gateway.IngressGatewayPortAnalyzer",
  doc: "Services lead to the ports on which gateways listen.",
  codes: ["IST0101", "IST0162"],
  run(context) {
    for (const gateway of context.cluster.all(kindRefs.gateway)) {
      const workloads = gatewayWorkloads(gateway, context);
      if (workloads.length === 0) continue;
      const reached = new Set(workloads.flatMap((workload) => reachedPorts(workload, context.cluster)));
      const selector = formatLabels(gateway.root.at("spec", "selector").labels());
      for (const server of gateway.root.at("spec", "servers").items()) {
        const port = server.at("port", "number");
        if (port.number === undefined || reached.has(port.number)) continue;
        const message = `should be a port that a service of the gateway has: none leads to ${port.number} of ${selector}`;
        context.report("IST0162", gateway, port, message);
      }
    }
  },
};

/** A server is named by the port of the service or by the one it leads to: the control plane takes both. */
function reachedPorts(workload: KnownWorkload, cluster: ClusterView): readonly number[] {
  const named = new Map(
    containersOf(workload.spec).flatMap((container) =>
      container
        .at("ports")
        .items()
        .map((port) => [port.at("name").text, port.at("containerPort").number] as const),
    ),
  );
  return (cluster.services.kubernetes.get(workload.namespace) ?? [])
    .filter((service) => selectsWorkload(service, workload))
    .flatMap((service) => service.object.root.at("spec", "ports").items())
    .filter((port) => (port.at("protocol").text || "TCP") === "TCP")
    .flatMap((port) => {
      const target = port.at("targetPort");
      return [port.at("port").number, target.number ?? named.get(target.text)].filter((number) => number !== undefined);
    });
}
