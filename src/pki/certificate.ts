import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP, isIPv4 } from "node:net";
import { bits, boolean, explicit, implicit, integer, nothing, octets, oid, sequence, set, time, utf8 } from "./der.ts";

/** A certificate and its private key, both in PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** What a certificate says. */
interface Claims {
  readonly subject: string;
  /** Default: none. */
  readonly organizations?: readonly string[];
  /** Whose signature it has: a name in DER. */
  readonly issuer: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: KeyObject;
  readonly issuerKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));
const rsaWithSha256 = sequence(oid("1.2.840.113549.1.1.11"), nothing());

/** Kinds of keys that certificates can be signed with, and how each is told in them. */
export const signatures: ReadonlyMap<string, Buffer> = new Map([
  ["ec", ecdsaWithSha256],
  ["rsa", rsaWithSha256],
]);

/** Distinguished name in DER: organizations, then one common name. */
export const nameOf = (commonName: string, organizations: readonly string[] = []): Buffer =>
  sequence(
    ...organizations.map((name) => set(sequence(oid("2.5.4.10"), utf8(name)))),
    set(sequence(oid("2.5.4.3"), utf8(commonName))),
  );

/** A new private key on P-256. */
export function newKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

/** Signs an X.509 version 3 certificate; the serial number is 16 random bytes. */
export function signCertificate(claims: Claims): string {
  const algorithm = signatures.get(claims.issuerKey.asymmetricKeyType ?? "") ?? ecdsaWithSha256;
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(serial()),
    algorithm,
    claims.issuer,
    sequence(time(claims.notBefore), time(claims.notAfter)),
    nameOf(claims.subject, claims.organizations),
    claims.publicKey.export({ format: "der", type: "spki" }),
    explicit(3, sequence(...claims.extensions)),
  );
  return pem("CERTIFICATE", sequence(body, algorithm, bits(sign("sha256", body, claims.issuerKey))));
}

function serial(): Buffer {
  const bytes = randomBytes(16);
  // Positive and never shorter than 16 bytes, whatever the dice say.
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

const extension = (id: string, critical: boolean, value: Buffer) =>
  critical ? sequence(oid(id), boolean(true), octets(value)) : sequence(oid(id), octets(value));

export const extensions = {
  authority: () => extension("2.5.29.19", true, sequence(boolean(true))),
  endEntity: () => extension("2.5.29.19", true, sequence()),
  /** keyCertSign and cRLSign. */
  signsCertificates: () => extension("2.5.29.15", true, bits(Buffer.from([0x06]), 1)),
  /** digitalSignature. */
  signs: () => extension("2.5.29.15", true, bits(Buffer.from([0x80]), 7)),
  serverAuth: () => extension("2.5.29.37", false, sequence(oid("1.3.6.1.5.5.7.3.1"))),
  clientAuth: () => extension("2.5.29.37", false, sequence(oid("1.3.6.1.5.5.7.3.2"))),
  /** For both ends of a connection: serverAuth and clientAuth. */
  peerAuth: () => extension("2.5.29.37", false, sequence(oid("1.3.6.1.5.5.7.3.1"), oid("1.3.6.1.5.5.7.3.2"))),
  subjectKey: (key: KeyObject) => extension("2.5.29.14", false, octets(keyIdentifier(key))),
  /** The name of the key that signed, as the signer's own certificate has it. */
  authorityKey: (identifier: Uint8Array) => extension("2.5.29.35", false, sequence(implicit(0, identifier))),
  alternativeNames: (names: readonly string[]) =>
    extension("2.5.29.17", false, sequence(...names.map(alternativeName))),
  /** A URI, such as a SPIFFE identity, as the only name. */
  uriName: (uri: string) => extension("2.5.29.17", false, sequence(implicit(6, Buffer.from(uri, "ascii")))),
};

/** Host names and IP addresses; they are told apart by their form. */
function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? implicit(2, Buffer.from(name, "ascii")) : implicit(7, addressBytes(name));
}

function addressBytes(ip: string): Buffer {
  if (isIPv4(ip)) return Buffer.from(ip.split(".").map(Number));
  const [head = [], tail = []] = ip.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return Buffer.from([...head, ...missing, ...tail].map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** SHA-1 of a P-256 public key's point, as RFC 5280 proposes; it names the key and secures nothing. */
function keyIdentifier(publicKey: KeyObject): Buffer {
  // The point ends the structure: 65 bytes when it is not compressed.
  return createHash("sha1")
    .update(publicKey.export({ format: "der", type: "spki" }).subarray(-65))
    .digest();
}

/** A private key in PKCS #8. */
export function keyPem(key: KeyObject): string {
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
