import type { OutboundScope } from "../../mesh/index.ts";
import { type AddressClient, addressClient } from "../service-addresses.ts";
import { type PortClaims, portClaims } from "./port-claims.ts";

/** What all listeners for connections that a workload makes depend on, whatever namespace it is in. */
export interface EgressCaller extends PortClaims {
  readonly addresses: AddressClient;
  /** The proxy's own address; only if it is one of those that others call pods of a service by. */
  readonly ownAddress: string | undefined;
}

/** The caller that a view's proxies are. */
export function egressCaller(scope: OutboundScope, ownAddress: string | undefined): EgressCaller {
  return { ...portClaims(scope), addresses: addressClient(scope.proxy), ownAddress };
}
