import { createPrivateKey, sign } from "node:crypto";
import { type XdsResource, xdsResource, xdsTypes } from "../../src/deliver/index.ts";
import { envoySecret } from "../../src/main/envoy-secret.ts";
import { bits, oid, sequence, set, time, utf8 } from "../../src/pki/der.ts";
import type { KeyPair } from "../../src/pki/index.ts";
import type { EnvoyCodec } from "../../src/translate/index.ts";
import type { References } from "./references-in.ts";

/** An authority, and what it signed. */
export interface Credentials {
  readonly authority: KeyPair;
  readonly certificate: KeyPair;
}

/** A secret for each name that is spoken of, so that whatever waits for secrets becomes ready. */
export function secretMaker(
  { authority, certificate }: Credentials,
  codec: EnvoyCodec,
): (names: References) => readonly XdsResource[] {
  const made = new Map<string, XdsResource>();
  const make = (name: string, isAuthority: boolean) => {
    const known = made.get(name);
    if (known) return known;
    const found = isAuthority
      ? { authorities: { certificates: authority.certificate } }
      : { certificate: { chain: certificate.certificate, privateKey: certificate.privateKey } };
    const message = envoySecret(name, found);
    const bytes = codec.encode("envoy.extensions.transport_sockets.tls.v3.Secret", message);
    const resource = xdsResource(xdsTypes.secret, name, bytes);
    made.set(name, resource);
    return resource;
  };
  return ({ certificates, authorities }) => [
    ...Array.from(certificates, (name) => make(name, false)),
    ...Array.from(authorities, (name) => make(name, true)),
  ];
}

/** The files with certificates that configuration speaks of, by their paths, as on the machine of a proxy. */
export function certificateFiles({ authority, certificate }: Credentials, now: number): ReadonlyMap<string, string> {
  const content = (path: string) => {
    if (path.endsWith("/crl.pem")) return revocationList(authority, now);
    if (path.endsWith("/ca.pem")) return authority.certificate;
    return /\/k\d?\.pem$/.test(path) ? certificate.privateKey : certificate.certificate;
  };
  const folders = ["", "/etc", "/etc/certs"];
  const names = ["s", "s1", "s2", "c", "k", "k1", "k2", "ca", "crl"];
  const paths = folders.flatMap((folder) => names.map((name) => `${folder}/${name}.pem`));
  return new Map(paths.map((path) => [path, content(path)]));
}

/** A list of the authority's, in PEM, that revokes nothing. */
function revocationList({ privateKey }: KeyPair, now: number): string {
  const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));
  const issuer = sequence(set(sequence(oid("2.5.4.3"), utf8("fairway"))));
  const body = sequence(ecdsaWithSha256, issuer, time(now), time(now + 86_400_000));
  const list = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, createPrivateKey(privateKey))));
  const lines = list.toString("base64").replace(/(.{64})/g, "$1\n");
  return `-----BEGIN X509 CRL-----\n${lines}\n-----END X509 CRL-----\n`;
}
