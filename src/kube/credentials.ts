import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { type ExecCredential, type RunProgram, runExec } from "./exec-plugin.ts";
import type { KubeUser } from "./kubeconfig.ts";

/** What a request carries to say who one is. */
export interface RequestCredentials {
  readonly headers: { readonly [name: string]: string | readonly string[] };
  /** PEM, for the TLS handshake. */
  readonly certificate?: string;
  readonly privateKey?: string;
}

export interface CredentialOptions {
  readonly clock: Clock;
  readonly readFile: (path: string) => Promise<string>;
  readonly run: RunProgram;
}

/** Milliseconds for which a token from a file is used before the file is read again. */
const tokenFileAge = 60_000;

/** One user's credentials, fetched anew when they are old or were refused. */
export class Credentials {
  readonly #user: KubeUser;
  readonly #options: CredentialOptions;
  #fileToken: { readonly token: string; readonly until: number } | undefined;
  #given: Promise<ExecCredential> | undefined;
  #expires = Number.POSITIVE_INFINITY;

  constructor(user: KubeUser, options: CredentialOptions) {
    this.#user = user;
    this.#options = options;
  }

  async forRequest(): Promise<RequestCredentials> {
    const { basic, impersonate, certificate, privateKey } = this.#user;
    const given = this.#user.exec ? await this.#ask() : {};
    const token = (await this.#token()) ?? given.token;
    const pair = certificate
      ? { certificate, privateKey }
      : { certificate: given.certificate, privateKey: given.privateKey };
    const secret = basic && Buffer.from(`${basic.username}:${basic.password}`).toString("base64");
    const authorization = token ? `Bearer ${token}` : secret && `Basic ${secret}`;
    return {
      headers: { ...(authorization && { authorization }), ...(impersonate && impersonationHeaders(impersonate)) },
      ...(pair.certificate && pair.privateKey && { certificate: pair.certificate, privateKey: pair.privateKey }),
    };
  }

  /** The server did not take them: what can be fetched anew is. */
  refused(): void {
    this.#fileToken = undefined;
    this.#given = undefined;
  }

  async #token(): Promise<string | undefined> {
    const { token, tokenFile } = this.#user;
    if (!tokenFile) return token;
    const now = this.#options.clock.monotonic();
    if (this.#fileToken && this.#fileToken.until > now) return this.#fileToken.token;
    const read = await this.#options.readFile(tokenFile).catch((error: unknown) => {
      // The file is being renewed perhaps; the last one may still be good.
      if (this.#fileToken) return this.#fileToken.token;
      throw new FairwayError("Unauthorized", `the token file ${tokenFile} cannot be read`, { cause: error });
    });
    this.#fileToken = { token: read.trim(), until: now + tokenFileAge };
    return this.#fileToken.token;
  }

  #ask(): Promise<ExecCredential> {
    const { exec } = this.#user;
    if (!exec) return Promise.resolve({});
    if (this.#given && this.#options.clock.now() < this.#expires) return this.#given;
    const asked = runExec(exec, this.#options.run);
    this.#given = asked;
    this.#expires = Number.POSITIVE_INFINITY;
    asked.then(
      ({ expires }) => {
        if (this.#given === asked && expires !== undefined) this.#expires = expires;
      },
      () => {
        if (this.#given === asked) this.#given = undefined;
      },
    );
    return asked;
  }
}

function impersonationHeaders({ user, uid, groups }: NonNullable<KubeUser["impersonate"]>) {
  return {
    "impersonate-user": user,
    ...(uid && { "impersonate-uid": uid }),
    ...(groups.length > 0 && { "impersonate-group": groups }),
  };
}
