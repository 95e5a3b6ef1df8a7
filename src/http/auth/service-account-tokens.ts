import type { Resource } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import { isObject } from "../../base/json.ts";
import { RecentMap } from "../../base/recent-map.ts";
import type { ResourceStore } from "../../core/index.ts";
import { authenticatedGroup, type User } from "../access.ts";
import { type Claims, TokenKey } from "./json-web-token.ts";

/** How many tokens' signatures are remembered as good. */
const remembered = 4096;

/** The object with which a token ends. */
export interface BoundObject {
  readonly kind: "Pod" | "Secret" | "Node";
  readonly name: string;
  readonly uid: string;
}

/** What a token is to be. */
export interface TokenWish {
  /** Empty: for the API itself. */
  readonly audiences: readonly string[];
  /** Seconds; undefined: it ends with its account and with what it is bound to only. */
  readonly lifetime: number | undefined;
  readonly bound?: BoundObject | undefined;
}

/** Whose a token is, and which of the audiences that were asked for it has. */
export interface Identified {
  readonly user: User;
  readonly audiences: readonly string[];
}

export interface ServiceAccountTokenOptions {
  readonly store: ResourceStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Private key on P-256, PEM. */
  readonly key: string;
  /** Who tokens say they are from, a URL; also the API's own audience. */
  readonly issuer: string;
}

/** Tokens of ServiceAccounts: JSON Web Tokens that hold while their time, their account and what they are bound to last. */
export class ServiceAccountTokens {
  readonly #options: ServiceAccountTokenOptions;
  readonly #key: TokenKey;
  readonly #verified = new RecentMap<string, Claims>(remembered);

  constructor(options: ServiceAccountTokenOptions) {
    this.#options = options;
    this.#key = new TokenKey(options.key);
  }

  get issuer(): string {
    return this.#options.issuer;
  }

  /** The keys with which others can verify tokens, as a JSON Web Key Set. */
  keys(): object {
    return { keys: [this.#key.jwk()] };
  }

  /** A new token of an account, and when it ends, in milliseconds since the epoch, if it has a time. */
  issue(account: Resource, { audiences, lifetime, bound }: TokenWish): { token: string; expires: number | undefined } {
    const { clock, ids, issuer } = this.#options;
    const { namespace = "", name = "", uid } = account.metadata;
    const now = Math.floor(clock.now() / 1000);
    const private_ = {
      namespace,
      serviceaccount: { name, uid },
      ...(bound && { [bound.kind.toLowerCase()]: { name: bound.name, uid: bound.uid } }),
    };
    const token = this.#key.sign({
      aud: audiences.length > 0 ? audiences : [issuer],
      ...(lifetime !== undefined && { exp: now + lifetime }),
      iat: now,
      nbf: now,
      iss: issuer,
      jti: ids.uuid(),
      sub: `system:serviceaccount:${namespace}:${name}`,
      "kubernetes.io": private_,
    });
    return { token, expires: lifetime && (now + lifetime) * 1000 };
  }

  /** Whose the token is, if it is good now and for one of `audiences`; default: for the API. */
  async identify(token: string, audiences: readonly string[] = [this.issuer]): Promise<Identified | undefined> {
    const claims = this.#verify(token);
    if (!claims) return undefined;
    const now = this.#options.clock.now() / 1000;
    const { exp, nbf, iss, aud, jti } = claims;
    const over = exp !== undefined && !(Number(exp) > now);
    if (iss !== this.issuer || over || Number(nbf ?? 0) > now + 1) return undefined;
    const meant = audiences.filter((audience) => Array.isArray(aud) && aud.includes(audience));
    const user = meant.length > 0 ? await this.#userOf(claims["kubernetes.io"], jti) : undefined;
    return user && { user, audiences: meant };
  }

  #verify(token: string): Claims | undefined {
    const known = this.#verified.get(token);
    if (known) return known;
    const claims = this.#key.verify(token);
    if (claims) this.#verified.set(token, claims);
    return claims;
  }

  async #userOf(about: unknown, id: unknown): Promise<User | undefined> {
    if (!isObject(about) || typeof about.namespace !== "string" || !isObject(about.serviceaccount)) return undefined;
    const { namespace } = about;
    const { name, uid } = about.serviceaccount;
    if (!(await this.#lives("ServiceAccount", namespace, about.serviceaccount))) return undefined;
    const extra: Record<string, readonly string[]> = {
      "authentication.kubernetes.io/credential-id": [`JTI=${String(id)}`],
    };
    for (const kind of ["Pod", "Secret", "Node"]) {
      const bound = about[kind.toLowerCase()];
      if (bound === undefined) continue;
      if (!(await this.#lives(kind, kind === "Node" ? "" : namespace, bound))) return undefined;
      if (kind === "Secret" || !isObject(bound)) continue;
      extra[`authentication.kubernetes.io/${kind.toLowerCase()}-name`] = [String(bound.name)];
      extra[`authentication.kubernetes.io/${kind.toLowerCase()}-uid`] = [String(bound.uid)];
    }
    const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, authenticatedGroup];
    return { name: `system:serviceaccount:${namespace}:${String(name)}`, uid: String(uid), groups, extra };
  }

  /** Whether the very object that a token names is there still. */
  async #lives(kind: string, namespace: string, named: unknown): Promise<boolean> {
    if (!isObject(named) || typeof named.name !== "string") return false;
    const found = await this.#options.store.get({ group: "", kind, namespace, name: named.name });
    return found !== undefined && found.metadata.uid === named.uid;
  }
}
