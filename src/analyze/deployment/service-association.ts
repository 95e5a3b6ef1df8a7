import type { AnalyzedObject } from "../analyzed-object.ts";
import type { Analyzer, ReportFinding } from "../analyzer.ts";
import { isManagedGateway } from "../istio-own.ts";
import { kindRefs } from "../kind-refs.ts";
import { selectsWorkload } from "../known-services.ts";

/** A port of a service that leads to a deployment. */
interface LeadingPort {
  readonly service: string;
  readonly port: number;
  readonly targetPort: string;
  readonly protocol: string;
}

/** Finds deployments behind several services that do not agree about their ports. */
export const serviceAssociation: Analyzer = {
  name: "deployment.ServiceAssociationAnalyzer",
  doc: "Services of one deployment agree about its ports.",
  codes: ["IST0116", "IST0137"],
  run({ cluster, report }) {
    for (const workload of cluster.workloads) {
      const { object, inMesh } = workload;
      if (object.kind !== kindRefs.deployment.kind || isManagedGateway(object) || !inMesh) continue;
      const ports = (cluster.services.kubernetes.get(workload.namespace) ?? [])
        .filter((service) => selectsWorkload(service, workload))
        .flatMap((service) => leadingPorts(service.object));
      checkProtocols(object, ports, report);
      checkTargets(object, ports, report);
    }
  },
};

function leadingPorts(service: AnalyzedObject): readonly LeadingPort[] {
  return service.root
    .at("spec", "ports")
    .items()
    .flatMap((entry) => {
      const port = entry.at("port").number;
      if (port === undefined) return [];
      const target = entry.at("targetPort").scalar;
      const targetPort = target === "" || target === "0" ? String(port) : target;
      return [{ service: service.name, port, targetPort, protocol: entry.at("protocol").text || "TCP" }];
    });
}

function checkProtocols(deployment: AnalyzedObject, ports: readonly LeadingPort[], report: ReportFinding): void {
  for (const [port, group] of Map.groupBy(ports, (p) => p.port)) {
    const protocols = new Set(group.map((p) => p.protocol));
    if (protocols.size < 2) continue;
    const how = `${unique(group.map((p) => p.service))} have it as ${[...protocols].sort().join(" and ")}`;
    const at = deployment.root.at("metadata", "name");
    report("IST0116", deployment, at, `must have one protocol on port ${port}: the services ${how}`);
  }
}

function checkTargets(deployment: AnalyzedObject, ports: readonly LeadingPort[], report: ReportFinding): void {
  for (const [target, group] of Map.groupBy(ports, (p) => p.targetPort)) {
    const numbers = new Set(group.map((p) => p.port));
    if (numbers.size < 2) continue;
    const how = `${unique(group.map((p) => p.service))} use ${[...numbers].sort((a, b) => a - b).join(" and ")}`;
    const at = deployment.root.at("metadata", "name");
    report("IST0137", deployment, at, `must be reached by one port on target port ${target}: the services ${how}`);
  }
}

function unique(names: readonly string[]): string {
  return [...new Set(names)].sort().join(" and ");
}
