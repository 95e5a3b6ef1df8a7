import type { TLSSocket } from "node:tls";
import type { Clock } from "../../base/clock.ts";
import { anonymous, badToken, bearerOf, type User } from "../access.ts";
import { type Certified, certifiedUser } from "./client-certificate.ts";
import type { KnownTokens } from "./known-tokens.ts";
import type { Identified, ServiceAccountTokens } from "./service-account-tokens.ts";

/** What is known of who is at the other end of a connection: to find it out costs more than most requests. */
interface Connection {
  readonly certified: Certified | undefined;
  /** The last one with a token that is known beforehand, and so stays who it is. */
  bearer: { readonly authorization: string; readonly user: User } | undefined;
}

/** Tells who somebody is: by a client certificate, a token that is known beforehand, or one of a ServiceAccount. */
export class Authenticator {
  readonly #known: KnownTokens;
  readonly #accounts: ServiceAccountTokens;
  readonly #clock: Clock;
  readonly #connections = new WeakMap<TLSSocket, Connection>();

  constructor(known: KnownTokens, accounts: ServiceAccountTokens, clock: Clock) {
    this.#known = known;
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** The API's own audience: a token that is used here must be for it. */
  get audience(): string {
    return this.#accounts.issuer;
  }

  /** Who sends a request. No credentials are anonymous, bad ones are refused. */
  identify(socket: TLSSocket, authorization: string | undefined): User | Promise<User> {
    const connection = this.#connectionOf(socket);
    const { certified, bearer } = connection;
    if (certified && certified.until > this.#clock.now()) return certified.user;
    if (bearer && bearer.authorization === authorization) return bearer.user;
    const token = bearerOf(authorization);
    if (authorization === undefined || token === undefined) return anonymous;
    const user = this.#known.userOf(token);
    if (!user) return this.#accountOf(token);
    connection.bearer = { authorization, user };
    return user;
  }

  /** Whose a token is; undefined if it is nobody's, or not for one of `audiences`. */
  async identifyToken(token: string, audiences: readonly string[] = [this.audience]): Promise<Identified | undefined> {
    const user = this.#known.userOf(token);
    if (!user) return this.#accounts.identify(token, audiences);
    return audiences.includes(this.audience) ? { user, audiences: [this.audience] } : undefined;
  }

  async #accountOf(token: string): Promise<User> {
    const found = await this.#accounts.identify(token, [this.audience]);
    if (!found) throw badToken();
    return found.user;
  }

  #connectionOf(socket: TLSSocket): Connection {
    let connection = this.#connections.get(socket);
    if (!connection) {
      connection = { certified: certifiedUser(socket), bearer: undefined };
      this.#connections.set(socket, connection);
    }
    return connection;
  }
}
