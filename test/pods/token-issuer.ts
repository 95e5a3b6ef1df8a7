import { generateKeyPairSync, sign } from "node:crypto";

/** An issuer of tokens, and the keys by which they are checked. */
export class TokenIssuer {
  readonly #pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #key = "key-1";

  /** The issuer that the tokens name. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A JSON Web Key Set. */
  get keys(): string {
    const key = this.#pair.publicKey.export({ format: "jwk" });
    return JSON.stringify({ keys: [{ ...key, kid: this.#key, alg: "ES256", use: "sig" }] });
  }

  /** A token that holds for an hour from `issuedAt`, in seconds; default: now. */
  issue(claims: object, issuedAt = Math.floor(Date.now() / 1000)): string {
    const header = { alg: "ES256", typ: "JWT", kid: this.#key };
    const payload = { iss: this.name, iat: issuedAt, exp: issuedAt + 3600, ...claims };
    const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const signature = sign("sha256", Buffer.from(signed), { key: this.#pair.privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }
}
