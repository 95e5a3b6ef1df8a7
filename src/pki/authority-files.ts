import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { pemBlocks } from "../base/pem-blocks.ts";
import { signatures } from "./certificate.ts";
import type { Authority } from "./certificate-authority.ts";

/** An authority as Istio keeps it: texts in PEM by the names of files. */
export type AuthorityFiles = { readonly [name: string]: string };

const leastRsaBits = 2048;
/** An authority that is further from its root than this is none that anybody runs. */
const longestChain = 10;

/** The files of an authority that is its own root. */
export function authorityFiles({ certificate, privateKey }: Authority): AuthorityFiles {
  return { "ca-cert.pem": certificate, "ca-key.pem": privateKey };
}

/**
 * Reads an authority: `ca-cert.pem` and `ca-key.pem`; and if it is not its own root, `root-cert.pem`, and what is between
 * them in `cert-chain.pem`. One that could sign nothing that others accept is a Settings fault, which quotes no key.
 */
export function authorityOf(files: AuthorityFiles, clock: Clock): Authority {
  const [own, ...more] = certificatesIn(files, "ca-cert.pem");
  if (!own) throw fault("ca-cert.pem must be a certificate in PEM");
  const key = keyIn(files);
  if (!own.ca) throw fault("ca-cert.pem must be the certificate of an authority");
  if (!own.checkPrivateKey(key)) throw fault("ca-key.pem must be the key of ca-cert.pem");
  if (Date.parse(own.validTo) <= clock.now()) throw fault(`ca-cert.pem must be valid, and ran out on ${own.validTo}`);
  const given = certificatesIn(files, "root-cert.pem");
  const roots = given.length > 0 ? given : [own];
  const between = wayToRoot(own, [...more, ...certificatesIn(files, "cert-chain.pem")], roots);
  const text = (certificates: readonly X509Certificate[]) => certificates.map(String).join("");
  return {
    certificate: String(own),
    privateKey: key.export({ format: "pem", type: "pkcs8" }).toString(),
    ...(between.length > 0 && { chain: text(between) }),
    ...(given.length > 0 && { roots: text(given) }),
  };
}

/** The certificates from `own` up to a root, which is left out. */
function wayToRoot(
  own: X509Certificate,
  known: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): readonly X509Certificate[] {
  const way: X509Certificate[] = [];
  const signed = (by: X509Certificate, one: X509Certificate) => one.checkIssued(by) && one.verify(by.publicKey);
  for (let one = own; way.length < longestChain; ) {
    if (roots.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256)) return way;
    way.push(one);
    if (roots.some((root) => signed(root, one))) return way;
    const next = known.find((other) => signed(other, one) && !way.includes(other));
    if (!next) break;
    one = next;
  }
  throw fault("root-cert.pem must have the root of ca-cert.pem, and cert-chain.pem what is between them");
}

function certificatesIn(files: AuthorityFiles, name: string): readonly X509Certificate[] {
  return pemBlocks(files[name] ?? "", "CERTIFICATE").map((block) => {
    try {
      return new X509Certificate(block);
    } catch {
      throw fault(`${name} must hold valid X.509 certificates only`);
    }
  });
}

function keyIn(files: AuthorityFiles): KeyObject {
  const key = readKey(files["ca-key.pem"] ?? "");
  if (!signatures.has(key.asymmetricKeyType ?? "")) throw fault("ca-key.pem must be an RSA or an EC key");
  const bits = key.asymmetricKeyDetails?.modulusLength ?? leastRsaBits;
  if (bits < leastRsaBits) throw fault(`ca-key.pem must have ${leastRsaBits} bits or more`);
  return key;
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // The error of the library may quote what it could not read.
    throw fault("ca-key.pem must be a private key in PEM, without a passphrase");
  }
}

function fault(message: string): FairwayError {
  return new FairwayError("Settings", message);
}
