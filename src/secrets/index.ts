/**
 * What secrets there are, and who may have which. Objects of the store and proven identities come in; certificates with
 * their keys, and authorities, go out, to those to whom they belong. How they are encoded and sent is somebody else's.
 */
export { type FoundSecret, findSecret, type SecretOrigins } from "./find-secret.ts";
export { SecretIndex, type SecretProblem, secretKinds } from "./secret-index.ts";
export { secretNamesIn } from "./secret-names.ts";
export { WorkloadCertificates } from "./workload-certificates.ts";
export { formatIdentity, parseIdentity, type WorkloadIdentity } from "./workload-identity.ts";
