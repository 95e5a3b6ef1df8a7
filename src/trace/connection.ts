import type { Call, SocketPlace } from "./call.ts";

/** What is known of a connection when its filter chain is chosen. */
export interface Connection {
  /** Where it was going; where it arrived, if nothing restores that. */
  readonly destination: SocketPlace;
  readonly source: SocketPlace;
  readonly transport: "raw_buffer" | "tls";
  /** Lower case; empty if none is known. */
  readonly serverName: string;
  /** As offered in the handshake, or found by looking at the bytes. */
  readonly applicationProtocols: readonly string[];
}

/** Of callers that are not told. */
const unknownSource: SocketPlace = { address: "0.0.0.0", port: 0 };

/** A connection nobody has looked into yet. */
export function freshConnection(call: Call, arrivedAt: SocketPlace): Connection {
  return {
    destination: arrivedAt,
    source: call.source ?? unknownSource,
    transport: "raw_buffer",
    serverName: "",
    applicationProtocols: [],
  };
}
