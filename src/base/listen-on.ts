import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { FairwayError } from "./fault.ts";

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** Others may listen there at the same time, who say so too. Default: no. */
  readonly shared?: boolean;
}

/** Whether this system lets several listen on one port, and spreads those who connect over them. */
export const canSharePorts = !["darwin", "win32"].includes(process.platform);

/** Starts to listen; `what` names the part and its flag in the message if that fails. Returns the real address. */
export async function listenOn(
  server: Server,
  { host, port, shared = false }: ListenAddress,
  what: string,
): Promise<string> {
  try {
    server.listen({ port, reusePort: shared, ...(host !== "" && { host }) });
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "EADDRINUSE" ? "the address is in use: stop what holds it, or choose another" : String(code);
    throw new FairwayError("Settings", `${what} cannot listen on ${host}:${port}: ${reason}`, { cause: error });
  }
  const bound = server.address() as AddressInfo;
  return bound.family === "IPv6" ? `[${bound.address}]:${bound.port}` : `${bound.address}:${bound.port}`;
}
