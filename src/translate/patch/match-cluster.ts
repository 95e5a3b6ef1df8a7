import type { PatchMatch } from "./patch.ts";

/** What the name of a cluster says: `outbound|80|v1|reviews.app.svc.cluster.local`. */
interface ClusterName {
  readonly inbound: boolean;
  readonly port: number;
  readonly subset: string;
  readonly hostname: string;
}

/** Whether a cluster is one that a patch is for. `inboundHosts` are the services behind a port of the workload. */
export function matchesCluster(
  { cluster: wanted }: PatchMatch,
  name: string,
  inboundHosts: (port: number) => readonly string[],
): boolean {
  if (!wanted) return true;
  if (wanted.name) return wanted.name === name;
  const { inbound, port, subset, hostname } = parseClusterName(name);
  if (wanted.subset && wanted.subset !== subset) return false;
  if (wanted.portNumber && wanted.portNumber !== port) return false;
  if (!wanted.service) return true;
  return inbound ? inboundHosts(port).includes(wanted.service) : wanted.service === hostname;
}

function parseClusterName(name: string): ClusterName {
  const parts = name.split(name.includes("_.") ? "_." : "|");
  if (parts.length < 4) return { inbound: false, port: 0, subset: "", hostname: "" };
  const [direction = "", port = "", subset = "", hostname = ""] = parts;
  return { inbound: direction === "inbound", port: Number(port), subset, hostname };
}
