/**
 * The full name of a host as a configuration object of a namespace writes it: `reviews` in `app` is
 * `reviews.app.svc.cluster.local`. Names with a dot, wildcards and addresses are full already. Case does not count.
 */
export function completeHost(host: string, namespace: string, domainSuffix: string): string {
  if (/[.*:]/.test(host) || host === "") return host.toLowerCase();
  return `${host.toLowerCase()}.${namespace}.svc.${domainSuffix}`;
}

/** The `namespace/name` of a gateway as a route of a namespace writes it; `mesh` stays. */
export function completeGateway(gateway: string, namespace: string): string {
  if (gateway === "mesh") return gateway;
  if (gateway.startsWith("./")) return `${namespace}/${gateway.slice(2)}`;
  if (gateway.includes("/")) return gateway;
  // From old times gateways are named as if they were services.
  const [name = "", itsNamespace = namespace] = gateway.split(".");
  return `${itsNamespace}/${name}`;
}
