import type { RegistrySettings } from "./registry-settings.ts";

/** Says of a host whether proxies get endpoints of their own cluster only. */
export type ClusterLocal = (hostname: string) => boolean;

/**
 * The hosts whose services stay within their cluster: the Kubernetes API and what is in kube-system, and what the mesh's
 * service settings say. The most specific host decides; of equal ones the settings, and of these the later.
 */
export function clusterLocalHosts({ domainSuffix, serviceSettings }: RegistrySettings): ClusterLocal {
  const exact = new Map<string, boolean>([[`kubernetes.default.svc.${domainSuffix}`, true]]);
  const suffixes = new Map<string, boolean>([[`.kube-system.svc.${domainSuffix}`, true]]);
  for (const { settings, hosts = [] } of serviceSettings) {
    for (const host of hosts) {
      const local = settings?.clusterLocal ?? false;
      if (host.startsWith("*")) suffixes.set(host.slice(1), local);
      else exact.set(host, local);
    }
  }
  const longestFirst = [...suffixes].sort(([a], [b]) => b.length - a.length);
  return (hostname) => exact.get(hostname) ?? longestFirst.find(([suffix]) => hostname.endsWith(suffix))?.[1] ?? false;
}
