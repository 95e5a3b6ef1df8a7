import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Clock } from "../base/clock.ts";
import { extensions, type KeyPair, keyPem, newKey, signCertificate } from "./certificate.ts";

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
    issuer: authorityName,
    notBefore: clock.now() - backdate,
    notAfter: clock.now() + authorityLifetime,
    publicKey,
    issuerKey: key,
    extensions: [extensions.authority(), extensions.signsCertificates(), extensions.subjectKey(publicKey)],
  });
  return { certificate, privateKey: keyPem(key) };
}

/** A certificate for a server of these host names and IP addresses, signed by the authority. */
export function issueServerCertificate(authority: KeyPair, names: readonly string[], clock: Clock): KeyPair {
  const issuerKey = createPrivateKey(authority.privateKey);
  const key = newKey();
  const certificate = signCertificate({
    subject: "fairway",
    issuer: authorityName,
    notBefore: clock.now() - backdate,
    notAfter: clock.now() + serverLifetime,
    publicKey: createPublicKey(key),
    issuerKey,
    extensions: [
      extensions.endEntity(),
      extensions.signs(),
      extensions.serverAuth(),
      extensions.alternativeNames(names),
      extensions.authorityKey(createPublicKey(issuerKey)),
    ],
  });
  return { certificate, privateKey: keyPem(key) };
}

/**
 * A certificate for a workload, good for both ends of a connection. Its one name is the identity, a URI; it is valid for
 * `lifetime` milliseconds from now on, and from a little earlier, for peers whose clock is behind.
 */
export function issueWorkloadCertificate(
  authority: KeyPair,
  identity: string,
  lifetime: number,
  clock: Clock,
): KeyPair {
  const subject = { subject: "fairway workload" };
  const extra = [extensions.peerAuth(), extensions.uriName(identity)];
  return issueFromNow(authority, subject, extra, lifetime, clock);
}

/**
 * A certificate for a client of the API: its common name is the user, its organizations are the user's groups. It is
 * valid for `lifetime` milliseconds from now on.
 */
export function issueClientCertificate(
  authority: KeyPair,
  user: { readonly name: string; readonly groups: readonly string[] },
  lifetime: number,
  clock: Clock,
): KeyPair {
  const subject = { subject: user.name, organizations: user.groups };
  return issueFromNow(authority, subject, [extensions.clientAuth()], lifetime, clock);
}

type Signing = Parameters<typeof signCertificate>[0];

/** A key and a certificate for it that says what its holder may do, from now on for `lifetime` milliseconds. */
function issueFromNow(
  authority: KeyPair,
  subject: Pick<Signing, "subject" | "organizations">,
  extra: Signing["extensions"],
  lifetime: number,
  clock: Clock,
): KeyPair {
  const issuerKey = createPrivateKey(authority.privateKey);
  const key = newKey();
  const certificate = signCertificate({
    ...subject,
    issuer: authorityName,
    notBefore: clock.now() - workloadBackdate,
    notAfter: clock.now() + lifetime,
    publicKey: createPublicKey(key),
    issuerKey,
    extensions: [
      extensions.endEntity(),
      extensions.signs(),
      ...extra,
      extensions.authorityKey(createPublicKey(issuerKey)),
    ],
  });
  return { certificate, privateKey: keyPem(key) };
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
