import type { PatchMatch } from "./patch.ts";

/** A cluster as far as patches tell it apart from others, read off its name: `outbound|80|v1|reviews.app.svc.cluster.local`. */
export interface ClusterIdentity {
  readonly name: string;
  /** 0: it is of none. */
  readonly port: number;
  readonly subset: string;
  /** The services that it is of. */
  readonly hosts: readonly string[];
}

/** Reads the name of a cluster. `inboundHosts` are the services behind a port of the workload, which no name tells. */
export function clusterIdentity(name: string, inboundHosts: (port: number) => readonly string[]): ClusterIdentity {
  const [direction, port = "", subset = "", host] = name.split(name.startsWith("outbound_.") ? "_." : "|");
  if (host === undefined) return { name, port: 0, subset: "", hosts: [] };
  const number = Number(port);
  return { name, port: number, subset, hosts: direction === "inbound" ? inboundHosts(number) : [host] };
}

/** Whether a cluster is one that a patch is for. */
export function matchesCluster(
  { cluster: wanted }: PatchMatch,
  { name, port, subset, hosts }: ClusterIdentity,
): boolean {
  if (!wanted) return true;
  if (wanted.name) return wanted.name === name;
  return (
    (!wanted.service || hosts.includes(wanted.service)) &&
    (!wanted.portNumber || wanted.portNumber === port) &&
    (!wanted.subset || wanted.subset === subset)
  );
}
