import type { FilterChain } from "../../gen/envoy/config/listener/v3.ts";
import { virtualInbound, virtualOutbound } from "../names.ts";
import type { Patch, PatchMatch } from "./patch.ts";

/** A listener as far as patches tell it apart from others. */
export interface ListenerIdentity {
  readonly name: string;
  /** 0: it has none. */
  readonly port: number;
}

/** Whether a patch may be for something in a listener. */
export function matchesListener({ applyTo, match: { listener: wanted } }: Patch, listener: ListenerIdentity): boolean {
  if (!wanted) return true;
  if (wanted.name && wanted.name !== listener.name) return false;
  // The port of redirected traffic is a matter of its chains.
  if (!wanted.portNumber || (applyTo !== "LISTENER" && isVirtual(listener.name))) return true;
  return wanted.portNumber === listener.port;
}

/** Whether a chain of a listener that matches is one that a patch is for. */
export function matchesChain({ listener: wanted }: PatchMatch, listenerName: string, chain: FilterChain): boolean {
  if (!wanted) return true;
  const {
    destinationPort,
    serverNames = [],
    transportProtocol,
    applicationProtocols = [],
  } = chain.filterChainMatch ?? {};
  if (isVirtual(listenerName) && wanted.portNumber && wanted.portNumber !== destinationPort) return false;
  const { filterChain: of } = wanted;
  if (!of) return true;
  return (
    (!of.name || of.name === chain.name) &&
    (!of.sni || serverNames.includes(of.sni)) &&
    (!of.transportProtocol || of.transportProtocol === transportProtocol) &&
    (!of.applicationProtocols ||
      of.applicationProtocols.split(",").every((each) => applicationProtocols.includes(each))) &&
    (!of.destinationPort || of.destinationPort === destinationPort) &&
    (!of.transportSocket || of.transportSocket === chain.transportSocket?.name)
  );
}

function isVirtual(name: string): boolean {
  return name === virtualInbound || name === virtualOutbound;
}
