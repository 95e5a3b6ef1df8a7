import type { IncomingMessage } from "node:http";
import { isLoopback } from "../base/loopback.ts";
import { administratorsOnly, anonymous, badToken, bearerOf, refusal } from "./access.ts";
import type { KnownTokens } from "./auth/known-tokens.ts";

/** Refuses, by a fault, a request that may not see operators' pages. */
export type PageAccess = (request: IncomingMessage) => void;

/** Pages are for everybody who can reach the address. */
export const openAccess: PageAccess = () => undefined;

/** Pages are for who asks from this machine, and from elsewhere for administrators, by their bearer token. */
export function tokenAccess(tokens: KnownTokens): PageAccess {
  return ({ socket, headers, method = "GET", url = "" }) => {
    if (isLoopback(socket.remoteAddress ?? "")) return;
    const token = bearerOf(headers.authorization);
    const user = token === undefined ? anonymous : tokens.userOf(token);
    if (!user) throw badToken();
    if (!administratorsOnly(user).allowed) throw refusal(user, { verb: method.toLowerCase(), path: url });
  };
}
