import { bool, choice, list, obj, opt, str } from "../schema/build.ts";
import type { Infer, InferFields } from "../schema/schema.ts";

const tlsCertificate = obj({
  serverCertificate: opt(1, str(), "File with the server's certificate."),
  privateKey: opt(2, str(), "File with the server's private key."),
  caCertificates: opt(3, str(), "File with the authorities that clients' certificates are verified by."),
});

const protocolVersion = choice({ TLS_AUTO: 0, TLSV1_0: 1, TLSV1_1: 2, TLSV1_2: 3, TLSV1_3: 4 });

/** The fields of `serverTlsSettings`. */
export const serverTlsFields = {
  httpsRedirect: opt(1, bool(), "Answer all plain HTTP requests with a redirect to HTTPS. Default: false."),
  mode: opt(
    2,
    choice({ PASSTHROUGH: 0, SIMPLE: 1, MUTUAL: 2, AUTO_PASSTHROUGH: 3, ISTIO_MUTUAL: 4, OPTIONAL_MUTUAL: 5 }),
    "Whether traffic is decrypted, and whether clients must show a certificate. Default: PASSTHROUGH.",
  ),
  serverCertificate: opt(3, str(), "File with the server's certificate, on the proxy's machine."),
  privateKey: opt(4, str(), "File with the server's private key."),
  caCertificates: opt(5, str(), "File with the authorities that clients' certificates are verified by; for MUTUAL."),
  caCrl: opt(13, str(), "File with clients' certificates that are revoked."),
  credentialName: opt(
    10,
    str(),
    "Secret with certificate and key, in place of files; `<name>-cacert` has authorities.",
  ),
  credentialNames: opt(14, list(str(), { minItems: 1, maxItems: 2 }), "Two secrets, for keys of different types."),
  caCertCredentialName: opt(16, str(), "Secret or ConfigMap with the authorities that clients are verified by."),
  tlsCertificates: opt(
    15,
    list(tlsCertificate, { minItems: 1, maxItems: 2 }),
    "Files of two certificates, for keys of different types.",
  ),
  subjectAltNames: opt(6, list(str()), "Names of which a client's certificate must have one."),
  verifyCertificateSpki: opt(11, list(str()), "SHA-256 hashes, as base64, of the public keys that clients may have."),
  verifyCertificateHash: opt(12, list(str()), "SHA-256 hashes, as hexadecimal, of the certificates clients may have."),
  minProtocolVersion: opt(7, protocolVersion, "Oldest TLS version allowed. Default: TLSV1_2."),
  maxProtocolVersion: opt(8, protocolVersion, "Newest TLS version allowed. Default: TLSV1_3."),
  cipherSuites: opt(9, list(str()), "Cipher suites allowed, by OpenSSL's names. Default: the proxy's."),
  // Newer than the published protobuf message, hence without a number.
  ecdhCurves: opt(0, list(str()), "Curves allowed for the key exchange. Default: the proxy's."),
  insecureSkipVerify: opt(
    17,
    bool({ wrapped: true, nullable: true }),
    "Let clients in whose certificate cannot be verified. Default: false.",
  ),
};

/** How incoming connections are decrypted and their clients verified. */
export interface ServerTlsSettings extends InferFields<typeof serverTlsFields> {}
export interface TlsCertificate extends Infer<typeof tlsCertificate> {}
