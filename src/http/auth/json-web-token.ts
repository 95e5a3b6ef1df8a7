import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { isObject } from "../../base/json.ts";

/** What a token says. */
export interface Claims {
  readonly [name: string]: unknown;
}

/** A key on P-256 that signs JSON Web Tokens (ES256), and tells its own from others. */
export class TokenKey {
  readonly #private: KeyObject;
  readonly #public: KeyObject;
  /** Names the key: who has several can pick the right one. */
  readonly id: string;

  /** `pem` is the private key. */
  constructor(pem: string) {
    this.#private = createPrivateKey(pem);
    this.#public = createPublicKey(this.#private);
    const der = this.#public.export({ format: "der", type: "spki" });
    this.id = createHash("sha256").update(der).digest("base64url");
  }

  sign(claims: Claims): string {
    const body = `${part({ alg: "ES256", kid: this.id })}.${part(claims)}`;
    const signature = sign("sha256", Buffer.from(body), { key: this.#private, dsaEncoding: "ieee-p1363" });
    return `${body}.${signature.toString("base64url")}`;
  }

  /** The claims of a token that this key has signed; undefined of any other. Whether its time is over is for the caller. */
  verify(token: string): Claims | undefined {
    const [head = "", body = "", signature = "", ...rest] = token.split(".");
    if (rest.length > 0 || signature === "") return undefined;
    const header = read(head);
    if (header?.alg !== "ES256" || header.kid !== this.id) return undefined;
    const key = { key: this.#public, dsaEncoding: "ieee-p1363" } as const;
    const sound = verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"));
    return sound ? read(body) : undefined;
  }

  /** The public key in the form of a JSON Web Key. */
  jwk(): object {
    return { use: "sig", alg: "ES256", kid: this.id, ...this.#public.export({ format: "jwk" }) };
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function read(text: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
