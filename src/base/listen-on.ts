import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { FairwayError } from "./fault.ts";

/** Starts to listen; `what` names the part and its flag in the message if that fails. Returns the real address. */
export async function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  what: string,
): Promise<string> {
  try {
    server.listen(port, host === "" ? undefined : host);
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
