/** What of the mesh's settings clusters depend on. The same object for as long as none of it changes. */
export interface ClusterSettings {
  readonly connectTimeout: string;
  readonly dnsRefreshRate: string;
  /** HTTP/1.1 is upgraded to HTTP/2 within the mesh. */
  readonly upgradesToHttp2: boolean;
}
