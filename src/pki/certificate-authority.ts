import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Clock } from "../base/clock.ts";
import { extensions, type KeyPair, keyPem, nameOf, newKey, signCertificate } from "./certificate.ts";
import { issuerOf } from "./issuer.ts";

/** Who signs certificates: a certificate and its key, and what others must have to trust what it signs. */
export interface Authority extends KeyPair {
  /** Certificates between its own and a root, in PEM, its own first: they go with what it signs. Default: it is a root. */
  readonly chain?: string;
  /** The certificates that those who trust it have, in PEM. Default: its own. */
  readonly roots?: string;
}

/** The certificates by which what an authority signs is verified, in PEM. */
export function rootsOf({ certificate, roots }: Authority): string {
  return roots ?? certificate;
}

const day = 24 * 60 * 60 * 1000;
const authorityLifetime = 3650 * day;
const serverLifetime = 365 * day;
/** Certificates are valid from a day ago on, for clients whose clock is behind. */
const backdate = day;
const workloadBackdate = 10 * 60 * 1000;

const authorityName = "Fairway CA";

/** A new self-signed authority with a random key. */
export function createAuthority(clock: Clock): KeyPair {
  const key = newKey();
  const publicKey = createPublicKey(key);
  const certificate = signCertificate({
    subject: authorityName,
    issuer: nameOf(authorityName),
    notBefore: clock.now() - backdate,
    notAfter: clock.now() + authorityLifetime,
    publicKey,
    issuerKey: key,
    extensions: [extensions.authority(), extensions.signsCertificates(), extensions.subjectKey(publicKey)],
  });
  return { certificate, privateKey: keyPem(key) };
}

/** A certificate for a server of these host names and IP addresses, signed by the authority. */
export function issueServerCertificate(authority: Authority, names: readonly string[], clock: Clock): KeyPair {
  const span = { notBefore: clock.now() - backdate, notAfter: clock.now() + serverLifetime };
  return issue(authority, {
    ...span,
    subject: "fairway",
    extensions: [extensions.serverAuth(), extensions.alternativeNames(names)],
  });
}

/**
 * A certificate for a workload, good for both ends of a connection. Its one name is the identity, a URI; it is valid for
 * `lifetime` milliseconds from now on, and from a little earlier, for peers whose clock is behind.
 */
export function issueWorkloadCertificate(
  authority: Authority,
  identity: string,
  lifetime: number,
  clock: Clock,
): KeyPair {
  return issue(authority, {
    ...fromNow(lifetime, clock),
    subject: "fairway workload",
    extensions: [extensions.peerAuth(), extensions.uriName(identity)],
  });
}

/**
 * A certificate for a client of the API: its common name is the user, its organizations are the user's groups. It is
 * valid for `lifetime` milliseconds from now on.
 */
export function issueClientCertificate(
  authority: Authority,
  user: { readonly name: string; readonly groups: readonly string[] },
  lifetime: number,
  clock: Clock,
): KeyPair {
  return issue(authority, {
    ...fromNow(lifetime, clock),
    subject: user.name,
    organizations: user.groups,
    extensions: [extensions.clientAuth()],
  });
}

/** A little earlier than now, for peers whose clock is behind, and `lifetime` milliseconds from now. */
function fromNow(lifetime: number, clock: Clock) {
  return { notBefore: clock.now() - workloadBackdate, notAfter: clock.now() + lifetime };
}

type Issued = Omit<Parameters<typeof signCertificate>[0], "issuer" | "issuerKey" | "publicKey">;

/** A key and a certificate for it that says who its holder is and what he may do; then what leads to a root. */
function issue({ chain = "", ...authority }: Authority, { extensions: extra, ...claims }: Issued): KeyPair {
  const issuer = issuerOf(authority);
  const key = newKey();
  const certificate = signCertificate({
    ...claims,
    issuer: issuer.name,
    publicKey: createPublicKey(key),
    issuerKey: issuer.key,
    extensions: [
      extensions.endEntity(),
      extensions.signs(),
      ...extra,
      ...(issuer.keyIdentifier ? [extensions.authorityKey(issuer.keyIdentifier)] : []),
    ],
  });
  return { certificate: certificate + chain, privateKey: keyPem(key) };
}

/** Whether a server certificate is of this authority, covers the names, and is good for another 30 days. */
export function isUsable(pair: KeyPair, authority: KeyPair, names: readonly string[], clock: Clock): boolean {
  const certificate = new X509Certificate(pair.certificate);
  return (
    certificate.verify(new X509Certificate(authority.certificate).publicKey) &&
    certificate.checkPrivateKey(createPrivateKey(pair.privateKey)) &&
    Date.parse(certificate.validTo) > clock.now() + 30 * day &&
    names.every((name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined)
  );
}
