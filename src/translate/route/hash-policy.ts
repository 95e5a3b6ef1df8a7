import type { ConsistentHash } from "../../api/index.ts";
import type { RouteAction_HashPolicy } from "../../gen/envoy/config/route/v3.ts";

/** What of a request is hashed to pick its endpoint; undefined: nothing that a request has. */
export function hashPolicy(hash: ConsistentHash): RouteAction_HashPolicy | undefined {
  if (hash.httpHeaderName) return { header: { headerName: hash.httpHeaderName } };
  if (hash.httpCookie) {
    const { name, path, ttl, attributes = [] } = hash.httpCookie;
    return {
      cookie: {
        name,
        ...(ttl !== undefined && { ttl }),
        ...(path && { path }),
        ...(attributes.length > 0 && { attributes }),
      },
    };
  }
  if (hash.useSourceIp) return { connectionProperties: { sourceIp: true } };
  if (hash.httpQueryParameterName) return { queryParameter: { name: hash.httpQueryParameterName } };
  return undefined;
}

/** The policies of several destinations of one route, each once. */
export function hashPolicies(hashes: readonly (ConsistentHash | undefined)[]): readonly RouteAction_HashPolicy[] {
  const policies = new Map<string, RouteAction_HashPolicy>();
  for (const hash of hashes) {
    const policy = hash && hashPolicy(hash);
    if (policy) policies.set(JSON.stringify(policy), policy);
  }
  return [...policies.values()];
}
