import type { ResourceKey } from "../../api/index.ts";
import type { RouteConfiguration } from "../../gen/envoy/config/route/v3.ts";
import type { ConfigProblem } from "../../mesh/index.ts";
import { distinctSources } from "../distinct-sources.ts";
import type { Built } from "../plan.ts";
import { buildVirtualHost } from "./build-virtual-host.ts";
import { catchAllHost } from "./catch-all-host.ts";
import type { VirtualHostKey } from "./virtual-host-key.ts";

/** All that a sidecar's route configuration depends on: its builder sees nothing else. */
export interface RouteConfigurationKey {
  readonly name: string;
  /** Its virtual hosts, in the order of their names; none has a domain of another. */
  readonly hosts: readonly VirtualHostKey[];
  /** Where requests for other hosts go; empty: they are refused. Undefined: there are no others. */
  readonly unknownHosts: string | undefined;
  readonly countsAttempts: boolean;
  /** The Sidecar that says what is in it; undefined if none does. */
  readonly sidecar: ResourceKey | undefined;
  /** Whether a port that requests name beside the host makes a difference. */
  readonly portsMatter: boolean;
}

/** The largest answer that proxies give by themselves, in bytes. */
const maxDirectResponse = 1024 * 1024;

/** A route configuration of a sidecar: its virtual hosts, each made from its own key. */
export function buildRouteConfiguration(key: RouteConfigurationKey): Built<RouteConfiguration> {
  const { name, hosts, unknownHosts, countsAttempts, portsMatter } = key;
  const sources = new Set<ResourceKey>(key.sidecar ? [key.sidecar] : []);
  const problems: ConfigProblem[] = [];
  const virtualHosts = hosts.map((host) => {
    const built = buildVirtualHost(host);
    for (const source of built.sources) sources.add(source);
    problems.push(...(built.problems ?? []));
    return built.message;
  });
  return {
    message: {
      name,
      virtualHosts:
        unknownHosts === undefined ? virtualHosts : [...virtualHosts, catchAllHost(unknownHosts, countsAttempts)],
      // Clusters may come later than routes to them.
      validateClusters: false,
      maxDirectResponseBodySizeBytes: maxDirectResponse,
      ignorePortInHostMatching: !portsMatter,
    },
    sources: distinctSources(sources),
    problems,
  };
}
