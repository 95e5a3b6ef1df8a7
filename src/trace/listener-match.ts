import { isIPv6 } from "node:net";
import type { Address } from "../gen/envoy/config/core/v3.ts";
import type { Listener } from "../gen/envoy/config/listener/v3.ts";
import type { Call, SocketPlace } from "./call.ts";
import type { ProxyConfig, Sourced } from "./proxy-config.ts";

/** Where captured connections arrive, by the rules of the mesh's packet filter. */
export const capturePorts = { outbound: 15001, inbound: 15006 } as const;

/** The listeners that a connection passes: the one it arrives at, and the one it is handed to by where it was going. */
export interface ListenerMatch {
  readonly arrival: Sourced<Listener>;
  readonly handedTo?: Sourced<Listener>;
}

/** The listener of a call; undefined if none listens where it arrives. */
export function matchListener(config: ProxyConfig, call: Call): ListenerMatch | undefined {
  const all = [...config.listeners.values()];
  const arrival = findBound(all, call);
  if (arrival === undefined) return undefined;
  if (!arrival.message.useOriginalDst) return { arrival };
  const handedTo = findByAddress(all, call.destination);
  return handedTo === undefined || handedTo === arrival ? { arrival } : { arrival, handedTo };
}

/** The listener whose socket takes the connection. */
function findBound(all: readonly Sourced<Listener>[], call: Call): Sourced<Listener> | undefined {
  const bound = all.filter(({ message }) => message.bindToPort !== false);
  if (call.direction !== "gateway") {
    const captured = findByAddress(bound, { ...call.destination, port: capturePorts[call.direction] });
    if (captured !== undefined) return captured;
  }
  return findByAddress(bound, call.destination);
}

/** By exact address and port, then by the wildcard of the address's family and port. */
function findByAddress(
  all: readonly Sourced<Listener>[],
  { address, port }: SocketPlace,
): Sourced<Listener> | undefined {
  const at = (wanted: string) =>
    all.find(({ message }) => addressesOf(message).some((place) => listensAt(place, wanted, port)));
  return at(address) ?? at(isIPv6(address) ? "::" : "0.0.0.0");
}

function addressesOf({ address, additionalAddresses = [] }: Listener): readonly (Address | undefined)[] {
  return [address, ...additionalAddresses.map((each) => each.address)];
}

function listensAt(place: Address | undefined, address: string, port: number): boolean {
  const socket = place?.socketAddress;
  if (socket === undefined || (socket.portValue ?? 0) !== port || socket.protocol === "UDP") return false;
  return socket.address === address || (socket.address === "::" && socket.ipv4Compat === true && address === "0.0.0.0");
}
