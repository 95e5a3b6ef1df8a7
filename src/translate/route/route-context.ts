import type { Destination, HttpRetry } from "../../api/index.ts";
import type { Labels } from "../../base/labels.ts";
import type { ResolvedDestination } from "../resolve-destination.ts";

/** Where routes stand: all that they depend on besides the VirtualService. */
export interface RouteContext {
  /** The port that clients call; 0 where requests for any port arrive. */
  readonly port: number;
  /** What the routes are bound to here: `mesh`, or the `namespace/name` of gateways. */
  readonly gateways: readonly string[];
  /** The workload whose proxy routes, as far as conditions on the source read it. */
  readonly source: RouteSource;
  /** Clients speak TLS to the port. Default: no. */
  readonly tls?: boolean;
  /** Prefixes end where a segment of the path ends, as Ingress and the Gateway API have it. Default: no. */
  readonly wholeSegments?: boolean;
  /** What the mesh says of retries; undefined: the built-in default. */
  readonly retries: HttpRetry | undefined;
  /** Where traffic to a destination goes. */
  resolve(destination: Destination): ResolvedDestination;
}

/** The workload whose proxy routes. */
export interface RouteSource {
  readonly namespace: string;
  readonly labels: Labels;
}
