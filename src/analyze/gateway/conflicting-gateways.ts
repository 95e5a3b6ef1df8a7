import { jsonEqual } from "../../base/json.ts";
import type { Labels } from "../../base/labels.ts";
import { hostsOverlap } from "../../mesh/index.ts";
import { type AnalyzedObject, nameOf } from "../analyzed-object.ts";
import type { Analyzer } from "../analyzer.ts";
import { kindRefs } from "../kind-refs.ts";
import { type KnownWorkload, selected } from "../known-workloads.ts";
import type { Part } from "../part.ts";
import { type ServedHost, servedHost } from "./served-host.ts";

interface Claim {
  readonly gateway: AnalyzedObject;
  readonly selector: Labels;
  readonly server: Part;
  readonly port: number;
  readonly hosts: readonly ServedHost[];
}

/** Finds servers of different gateways that claim the same host on the same port of a workload. */
export const conflictingGateways: Analyzer = {
  name: "gateway.ConflictingGatewayAnalyzer",
  doc: "No two gateways of a workload claim the same port and host.",
  codes: ["IST0145"],
  run({ cluster, report }) {
    const gateways = cluster.all(kindRefs.gateway);
    for (const claims of Map.groupBy(gateways.flatMap(claimsOf), ({ port }) => port).values()) {
      for (const claim of claims) {
        const rivals = claims.filter((other) => contend(claim, other, cluster.workloads)).map((c) => nameOf(c.gateway));
        if (rivals.length === 0) continue;
        const others = [...new Set(rivals)].sort().join(", ");
        const message = `must not claim port ${claim.port} for a host that others have, on the same workload: ${others}`;
        report("IST0145", claim.gateway, claim.server.at("hosts"), message);
      }
    }
  },
};

function claimsOf(gateway: AnalyzedObject): readonly Claim[] {
  const selector = gateway.root.at("spec", "selector").labels();
  return gateway.root
    .at("spec", "servers")
    .items()
    .flatMap((server) => {
      const port = server.at("port", "number").number;
      const hosts = server
        .at("hosts")
        .texts()
        .map((host) => servedHost(host, gateway.namespace));
      return port === undefined ? [] : [{ gateway, selector, server, port, hosts }];
    });
}

function contend(a: Claim, b: Claim, workloads: readonly KnownWorkload[]): boolean {
  if (a.gateway === b.gateway) return false;
  const sameHost = a.hosts.some((x) => b.hosts.some((y) => overlap(x, y)));
  return (
    sameHost && (jsonEqual(a.selector, b.selector) || selected(selected(workloads, a.selector), b.selector).length > 0)
  );
}

/** Routes of different namespaces are never confused. */
function overlap(a: ServedHost, b: ServedHost): boolean {
  const together = a.namespace === "*" || b.namespace === "*" || a.namespace === b.namespace;
  return together && hostsOverlap(a.host, b.host);
}
