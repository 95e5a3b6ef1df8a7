/**
 * X.509: the certificate authority that is made on first start, and the certificates it signs. A directory comes in;
 * key pairs in PEM go out. Private keys are written with mode 0600 and never logged.
 */
export type { KeyPair } from "./certificate.ts";
export { createAuthority, issueClientCertificate, issueWorkloadCertificate } from "./certificate-authority.ts";
export { loadAuthority, loadServerCertificate, loadSigningKey, readAuthority } from "./certificate-files.ts";
