/** Name by which policies mean the mesh's own trust domain, whatever it is called. */
const ownTrustDomain = "cluster.local";

/**
 * Principals as the mesh's trust domain and its aliases spell them. Which one a certificate carries depends on when and
 * where it was issued, so a principal of one of them stands for the same principal of all.
 *
 * @param trustDomains the mesh's own trust domain first, then its aliases; empty: principals are taken as they are
 */
export function spellings(principals: readonly string[], trustDomains: readonly string[]): readonly string[] {
  if (trustDomains.length === 0) return principals;
  return [...new Set(principals.flatMap((principal) => spellingsOf(principal, trustDomains)))];
}

function spellingsOf(principal: string, trustDomains: readonly string[]): readonly string[] {
  const slash = principal.indexOf("/");
  const domain = principal.slice(0, Math.max(slash, 0));
  if (domain === "" || domain === "*") return [principal];
  const means = (each: string) => (domain.startsWith("*") ? each.endsWith(domain.slice(1)) : each === domain);
  if (domain !== ownTrustDomain && !trustDomains.some(means)) return [principal];
  // A wildcard already covers the domains that it means.
  return trustDomains.map((each) => (means(each) ? principal : `${each}${principal.slice(slash)}`));
}
