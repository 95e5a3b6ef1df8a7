import type { Endpoint, Service } from "../../core/index.ts";
import type { NameInfo } from "./name-table.ts";

/**
 * The names of single pods, as Kubernetes has them: `mysql-0.mysql.app.svc.cluster.local`. Of pods that have the same name
 * in several clusters, the one in the client's own counts.
 */
export function podNames(
  service: Service,
  endpoints: readonly Endpoint[] | undefined,
  cluster: string,
): ReadonlyMap<string, NameInfo> {
  const found = new Map<string, { readonly info: NameInfo; readonly near: boolean }>();
  for (const { hostname, addresses, cluster: its } of endpoints ?? []) {
    if (hostname === "") continue;
    const host = `${hostname}.${service.hostname}`;
    const near = cluster === "" || its === cluster;
    const known = found.get(host);
    if (known && (known.near || !near)) continue;
    const { registry, namespace } = service;
    found.set(host, { info: { ips: addresses, registry, shortname: `${hostname}.${service.name}`, namespace }, near });
  }
  return new Map(Array.from(found, ([host, { info }]) => [host, info]));
}
