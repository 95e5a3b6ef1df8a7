import type { Endpoint, EndpointShards } from "../../core/index.ts";
import { type MtlsLookup, modeOfPort, type Policy } from "../../mesh/index.ts";

/** What workloads' own policies say of mutual TLS with them. */
export interface MtlsPolicies {
  /** Endpoints that speak mutual TLS but whose policy refuses it. */
  readonly plainEndpoints: readonly Endpoint[];
  /** The policies that say so, or the opposite. */
  readonly policies: readonly Policy[];
}

/** Mostly there are none. */
export const noPolicies: MtlsPolicies = { plainEndpoints: [], policies: [] };

type Answers = WeakMap<EndpointShards, Map<string, MtlsPolicies>>;

const known = new WeakMap<MtlsLookup, Answers>();

/** The policies of the endpoints of a port; looked up once for all clients, since they do not depend on who asks. */
export function mtlsPolicies(lookup: MtlsLookup, shards: EndpointShards, portName: string): MtlsPolicies {
  const answers: Answers = known.get(lookup) ?? new WeakMap();
  known.set(lookup, answers);
  const byPort = answers.get(shards) ?? new Map<string, MtlsPolicies>();
  answers.set(shards, byPort);
  const policies = byPort.get(portName) ?? collect(lookup, shards, portName);
  byPort.set(portName, policies);
  return policies;
}

function collect(lookup: MtlsLookup, shards: EndpointShards, portName: string): MtlsPolicies {
  const plainEndpoints: Endpoint[] = [];
  const policies = new Set<Policy>();
  for (const endpoint of [...shards.values()].flat()) {
    if (endpoint.portName !== portName || !endpoint.mutualTls) continue;
    const modes = lookup.ofWorkload(endpoint);
    for (const policy of modes.sources) policies.add(policy);
    if (modeOfPort(modes, endpoint.port) === "DISABLE") plainEndpoints.push(endpoint);
  }
  return policies.size === 0 ? noPolicies : { plainEndpoints, policies: [...policies] };
}
