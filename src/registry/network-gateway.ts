/** A way into a network from others. */
export interface NetworkGateway {
  readonly network: string;
  /** The cluster the gateway runs in; empty if it was configured by address. */
  readonly cluster: string;
  /** IP address or host name. */
  readonly address: string;
  readonly port: number;
  /** What the name in `address` leads to, sorted; absent if it is no name, or as long as nobody knows. */
  readonly resolved?: readonly string[];
}
