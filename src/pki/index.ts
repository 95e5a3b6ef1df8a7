/**
 * X.509: certificate authorities, made on first start or given by somebody, and the certificates they sign. A directory or
 * the files of an authority come in; key pairs in PEM go out. Private keys are written with mode 0600 and never logged.
 */
export { type AuthorityFiles, authorityFiles, authorityOf } from "./authority-files.ts";
export type { KeyPair } from "./certificate.ts";
export {
  type Authority,
  createAuthority,
  issueClientCertificate,
  issueWorkloadCertificate,
  rootsOf,
} from "./certificate-authority.ts";
export { loadAuthority, loadServerCertificate, loadSigningKey, readAuthority } from "./certificate-files.ts";
