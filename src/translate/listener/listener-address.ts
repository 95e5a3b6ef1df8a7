import type { AddressFamilies } from "../../core/index.ts";
import type { Address } from "../../gen/envoy/config/core/v3.ts";
import type { Listener } from "../../gen/envoy/config/listener/v3.ts";

type Binds = readonly [string, ...string[]];

/** The workload's own pod, in the families that a proxy has. */
export function loopback(families: AddressFamilies): Binds {
  return families === "46" ? ["127.0.0.1", "::1"] : families === "6" ? ["::1"] : ["127.0.0.1"];
}

/** Where a listener listens: the first address is its own, the others are further ones. */
export function listenerAddresses([first, ...others]: Binds, port: number): Listener {
  return {
    address: listenerAddress(first, port),
    ...(others.length > 0 && { additionalAddresses: others.map((bind) => ({ address: listenerAddress(bind, port) })) }),
  };
}

const unix = "unix://";

function listenerAddress(bind: string, portValue: number): Address {
  if (bind.startsWith(unix)) return { pipe: { path: bind.slice(unix.length) } };
  return { socketAddress: { address: bind, portValue } };
}
