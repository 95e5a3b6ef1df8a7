/** The addresses of a host name, as Istio's agent answers DNS queries of its workload. */
export interface NameInfo {
  readonly ips: readonly string[];
  /** Of which registry the service is: `Kubernetes` or `External`. */
  readonly registry: string;
  /** The name within its namespace; the agent answers the short forms of such names too. Empty if it has none. */
  readonly shortname: string;
  /** Empty together with `shortname`. */
  readonly namespace: string;
}

/** Message `istio.networking.nds.v1.NameTable` in its JSON form. */
export interface NameTable {
  readonly table: { readonly [host: string]: NameInfo };
}
