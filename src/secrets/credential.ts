import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { pemBlocks } from "../base/pem-blocks.ts";

/** A certificate with its key, as it is handed out. */
export interface Certificate {
  /** In PEM, the workload's own certificate first. */
  readonly chain: string;
  /** In PEM. */
  readonly privateKey: string;
  /** An OCSP response in DER that is stapled to the certificate. */
  readonly ocspStaple?: Uint8Array;
}

/** Whose certificates are trusted. */
export interface Authorities {
  /** In PEM, one or more. */
  readonly certificates: string;
  /** Revocation lists, in PEM. */
  readonly revocations?: string;
}

/** What an object says, before anybody looked whether it is true. */
export interface CredentialText {
  readonly chain: string;
  readonly privateKey: string;
  readonly authorities: string;
  readonly revocations: string;
  /** Base64. */
  readonly ocspStaple: string;
}

/** What an object holds that can be used. */
export interface Credential {
  readonly certificate?: Certificate;
  readonly authorities?: Authorities;
  /** The object is meant to hold a certificate, good or not. */
  readonly hasCertificate: boolean;
  /** What is wrong with the rest, in the "must …" form. No part of a key is in it. */
  readonly problems: readonly string[];
}

/** Envoy refuses smaller ones, and with them everything that came in the same response. */
const leastRsaBits = 2048;

/**
 * Reads a credential. What Envoy would refuse is left out: one bad object must not hold up the secrets beside it. A
 * certificate that has run out is none of these: who sees it can tell what is wrong.
 */
export function readCredential(text: CredentialText): Credential {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(error instanceof Unusable ? error.message : "must be readable as X.509");
      return undefined;
    }
  };
  const hasCertificate = text.chain !== "" || text.privateKey !== "";
  const certificate = hasCertificate ? attempt(() => readCertificate(text)) : undefined;
  const authorities = text.authorities === "" ? undefined : attempt(() => readAuthorities(text));
  return { hasCertificate, problems, ...(certificate && { certificate }), ...(authorities && { authorities }) };
}

class Unusable extends Error {}

function readCertificate({ chain, privateKey, ocspStaple }: CredentialText): Certificate {
  if (chain === "" || privateKey === "") throw new Unusable("must have both a certificate and its key");
  const [leaf] = readCertificates(chain, "certificate");
  const key = readKey(privateKey);
  if (!leaf?.checkPrivateKey(key)) throw new Unusable("must have the key of its own certificate");
  const bits = key.asymmetricKeyDetails?.modulusLength ?? leastRsaBits;
  if (bits < leastRsaBits) throw new Unusable(`must have an RSA key of ${leastRsaBits} bits or more`);
  return { chain, privateKey, ...(ocspStaple !== "" && { ocspStaple: Buffer.from(ocspStaple, "base64") }) };
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The error of the library may quote what it could not read.
    throw new Unusable("must have a private key in PEM, without a passphrase");
  }
}

function readAuthorities({ authorities, revocations }: CredentialText): Authorities {
  readCertificates(authorities, "authority");
  if (revocations !== "" && pemBlocks(revocations, "X509 CRL").length === 0) {
    throw new Unusable("must have its revocation list in PEM");
  }
  return { certificates: authorities, ...(revocations !== "" && { revocations }) };
}

function readCertificates(pem: string, what: string): readonly X509Certificate[] {
  const found = pemBlocks(pem, "CERTIFICATE");
  if (found.length === 0) throw new Unusable(`must have its ${what} in PEM`);
  return found.map((block, i) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw new Unusable(`must have a valid X.509 ${what} as number ${i + 1} of its PEM blocks`);
    }
  });
}
