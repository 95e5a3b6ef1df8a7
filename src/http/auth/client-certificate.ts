import type { TLSSocket } from "node:tls";
import { authenticatedGroup, type User } from "../access.ts";

/** A user by certificate. */
export interface Certified {
  readonly user: User;
  /** When the certificate ends, in milliseconds since the epoch. */
  readonly until: number;
}

/** That a certificate is for clients, as X.509 names it. */
const clientAuth = "1.3.6.1.5.5.7.3.2";

/**
 * The user that a connection's client certificate names: its common name, in the groups of its organizations. Undefined
 * if there is none that an authority of ours has signed for clients. Certificates of workloads, which the same authority
 * signs, name a SPIFFE identity and are nobody to the API.
 */
export function certifiedUser(socket: TLSSocket): Certified | undefined {
  if (!socket.authorized) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (!certificate || /\bURI:/.test(certificate.subjectAltName ?? "")) return undefined;
  if (!certificate.keyUsage?.includes(clientAuth)) return undefined;
  const subject: { readonly [part: string]: string | readonly string[] | undefined } = {
    ...certificate.toLegacyObject().subject,
  };
  const name = [subject.CN ?? []].flat().at(-1);
  if (!name) return undefined;
  const groups = [...[subject.O ?? []].flat(), authenticatedGroup];
  return { user: { name, groups }, until: Date.parse(certificate.validTo) };
}
