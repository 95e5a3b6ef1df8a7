/** What hosts of Kubernetes and domains of its workloads have in common. */
const marker = ".svc.";

/** The domain of a client in none of the namespaces that matter. */
export const elsewhere = `*${marker}*`;

/** The namespace in `reviews.app.svc.cluster.local`; empty for other hosts. */
export function namespaceOfHost(hostname: string): string {
  const at = hostname.indexOf(marker);
  const dot = hostname.indexOf(".");
  return dot < at ? hostname.slice(dot + 1, at) : "";
}

/** The namespace in `app.svc.cluster.local`; undefined for domains outside of Kubernetes. */
export function namespaceOfDomain(dnsDomain: string): string | undefined {
  const at = dnsDomain.indexOf(marker);
  return at < 0 ? undefined : dnsDomain.slice(0, at);
}

/**
 * How clients of a domain may shorten a host. Of `reviews.app.svc.cluster.local` it is `reviews` in its own namespace, and
 * `reviews.app` and `reviews.app.svc` everywhere; outside of Kubernetes what the host does not share with the domain.
 */
export function shortNames(hostname: string, dnsDomain: string): readonly string[] {
  if (hostname.startsWith("*")) return [];
  const own = namespaceOfDomain(dnsDomain);
  if (own === undefined) return unsharedNames(hostname, dnsDomain);
  const namespace = namespaceOfHost(hostname);
  if (namespace === "") return [];
  const qualified = hostname.slice(0, hostname.indexOf(marker));
  return namespace === own
    ? [hostname.slice(0, hostname.indexOf(".")), `${qualified}.svc`, qualified]
    : [qualified, `${qualified}.svc`];
}

/** `a.b.example.com` is `a.b` in the domain `example.com`, and `a.b.example` too. */
function unsharedNames(hostname: string, dnsDomain: string): readonly string[] {
  const host = hostname.split(".");
  const domain = dnsDomain.split(".");
  let shared = 0;
  while (shared < Math.min(host.length, domain.length) && host.at(-1 - shared) === domain.at(-1 - shared)) shared += 1;
  const own = host.slice(0, host.length - shared);
  if (shared === 0 || own.length === 0) return [];
  const name = own.join(".");
  return own.length === 2 ? [name, `${name}.${host[own.length]}`] : [name];
}
