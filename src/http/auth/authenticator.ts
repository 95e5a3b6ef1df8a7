import type { TLSSocket } from "node:tls";
import type { Clock } from "../../base/clock.ts";
import { anonymous, badToken, bearerOf, type User } from "../access.ts";
import { type Certified, certifiedUser } from "./client-certificate.ts";
import type { KnownTokens } from "./known-tokens.ts";
import type { Identified, ServiceAccountTokens } from "./service-account-tokens.ts";

/** Tells who somebody is: by a client certificate, a token that is known beforehand, or one of a ServiceAccount. */
export class Authenticator {
  readonly #known: KnownTokens;
  readonly #accounts: ServiceAccountTokens;
  readonly #clock: Clock;
  /** Reading a certificate costs more than most requests. */
  readonly #certified = new WeakMap<TLSSocket, Certified | "nobody">();

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
  async identify(socket: TLSSocket, authorization: string | undefined): Promise<User> {
    const certified = this.#certifiedBy(socket);
    if (certified) return certified;
    const token = bearerOf(authorization);
    if (token === undefined) return anonymous;
    const found = await this.identifyToken(token);
    if (!found) throw badToken();
    return found.user;
  }

  /** Whose a token is; undefined if it is nobody's, or not for one of `audiences`. */
  async identifyToken(token: string, audiences: readonly string[] = [this.audience]): Promise<Identified | undefined> {
    const user = this.#known.userOf(token);
    if (!user) return this.#accounts.identify(token, audiences);
    return audiences.includes(this.audience) ? { user, audiences: [this.audience] } : undefined;
  }

  #certifiedBy(socket: TLSSocket): User | undefined {
    let certified = this.#certified.get(socket);
    if (certified === undefined) {
      certified = certifiedUser(socket) ?? "nobody";
      this.#certified.set(socket, certified);
    }
    return certified !== "nobody" && certified.until > this.#clock.now() ? certified.user : undefined;
  }
}
