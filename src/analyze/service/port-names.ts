import { kubernetesPortProtocol } from "../../registry/index.ts";
import type { Analyzer } from "../analyzer.ts";
import { isControlPlane, isManagedGateway, isSystemNamespace } from "../istio-own.ts";
import { kindRefs } from "../kind-refs.ts";
import type { Part } from "../part.ts";

/** Finds ports of services that do not tell their protocol. */
export const portNames: Analyzer = {
  name: "service.PortNameAnalyzer",
  doc: "Ports of services tell their protocol.",
  codes: ["IST0118", "IST0150"],
  run({ cluster, report }) {
    for (const service of cluster.all(kindRefs.service)) {
      if (isSystemNamespace(service.namespace) || isControlPlane(service) || isManagedGateway(service)) continue;
      const external = service.root.at("spec", "type").text === "ExternalName";
      for (const port of service.root.at("spec", "ports").items()) {
        const name = port.at("name");
        const told = protocolOf(port) !== "auto";
        const which = `port ${port.at("port").scalar}${name.text === "" ? "" : ` ('${name.text}')`}`;
        if (external && (!told || name.text === "tcp")) {
          const why = "it takes all TCP traffic to that port, of other hosts too";
          report("IST0150", service, name, `should begin with a protocol other than \`tcp\`: ${why}; ${which}`);
        } else if (!told) {
          const why = "it is guessed from the traffic";
          report("IST0118", service, name, `should begin with the protocol of ${which}, such as \`http-\`: now ${why}`);
        }
      }
    }
  },
};

function protocolOf(port: Part) {
  const appProtocol = port.at("appProtocol").text;
  return kubernetesPortProtocol({
    port: port.at("port").number ?? 0,
    name: port.at("name").text,
    protocol: (port.at("protocol").text || "TCP") as "TCP" | "UDP" | "SCTP",
    ...(appProtocol !== "" && { appProtocol }),
  });
}
