import type { MeshConfig } from "../../api/index.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";

/** Finds TCP ports of service entries without an address: they would take all TCP traffic to that port. */
export const missingAddresses: Analyzer = {
  name: "serviceentry.ProtocolAddressesAnalyzer",
  doc: "Service entries with TCP ports have addresses.",
  codes: ["IST0134"],
  run({ cluster, mesh, report }) {
    if (allocatesAddresses(mesh)) return;
    for (const entry of cluster.all(kindRefs.serviceEntry)) {
      const spec = entry.root.at("spec");
      const allocated = entry.root.at("status", "addresses").items().length > 0;
      if (spec.at("addresses").exists || allocated) continue;
      const port = spec
        .at("ports")
        .items()
        .find((each) => /^(?:tcp)?$/i.test(each.at("protocol").text));
      if (!port) continue;
      const why = "without an address nothing tells a TCP port's traffic from that of other hosts";
      report("IST0134", entry, port, `should come with \`addresses\`: ${why}`);
    }
  },
};

/** Whether proxies resolve names themselves and make addresses up for hosts that have none. */
function allocatesAddresses(mesh: MeshConfig): boolean {
  const metadata = mesh.defaultConfig?.proxyMetadata ?? {};
  const isOn = (name: string) => metadata[name] === "true";
  return (
    isOn("ISTIO_META_DNS_CAPTURE") && (isOn("ISTIO_META_DNS_AUTO_ALLOCATE") || isOn("PILOT_ENABLE_IP_AUTOALLOCATE"))
  );
}
