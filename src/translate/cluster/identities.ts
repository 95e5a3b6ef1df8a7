import type { EndpointShards, Service } from "../../core/index.ts";
import type { EndpointSource } from "../view.ts";

interface Known {
  readonly shards: EndpointShards;
  readonly identities: readonly string[];
}

const known = new WeakMap<Service, Known>();

/** Identities that a service's workloads may present; the same list for as long as its endpoints are the same. */
export function identitiesOf(registry: EndpointSource, service: Service): readonly string[] {
  const shards = registry.endpoints(service);
  const last = known.get(service);
  if (last && last.shards === shards) return last.identities;
  const identities = registry.serviceAccounts(service);
  known.set(service, { shards, identities });
  return identities;
}

const scheme = "spiffe://";

/** The same identities in each of the trust domains that mean the same as theirs. */
export function inAllTrustDomains(identities: readonly string[], domains: readonly string[]): readonly string[] {
  if (domains.length < 2) return identities;
  const all = identities.flatMap((identity) => {
    const domain = identity.startsWith(scheme) ? identity.slice(scheme.length).split("/", 1)[0] : undefined;
    if (domain === undefined || !domains.includes(domain)) return [identity];
    const rest = identity.slice(scheme.length + domain.length);
    return domains.map((each) => scheme + each + rest);
  });
  return [...new Set(all)].sort();
}
