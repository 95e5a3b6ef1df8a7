import type { IncomingMessage } from "node:http";
import { isLoopback } from "../base/loopback.ts";
import { type Authenticate, administratorsOnly, demand, identify } from "./access.ts";

/** Refuses, by a fault, a request that may not see operators' pages. */
export type PageAccess = (request: IncomingMessage) => void;

/** Pages are for everybody who can reach the address. */
export const openAccess: PageAccess = () => undefined;

/** Pages are for who asks from this machine, and from elsewhere for administrators, by their bearer token. */
export function tokenAccess(authenticate: Authenticate): PageAccess {
  return ({ socket, headers, method = "GET", url = "" }) => {
    if (isLoopback(socket.remoteAddress ?? "")) return;
    const user = identify(headers.authorization, authenticate);
    demand(user, { verb: method.toLowerCase(), path: url }, administratorsOnly);
  };
}
