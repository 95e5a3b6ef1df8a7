import type { CommonTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { meshRoots, workloadCertificate } from "../sds-secret.ts";

/** The provider of certificates that the bootstrap of Istio's agents configures. */
const instanceName = "default";

const certificate = { instanceName, certificateName: workloadCertificate };
const roots = { instanceName, certificateName: meshRoots };

/**
 * The mesh's TLS of a gRPC program, whose certificates come from where its bootstrap says. Peers must have one of the
 * identities; none: any of the mesh's. Both the fields of today's gRPC and those of older releases are set.
 */
export function providedTls(identities: readonly string[]): CommonTlsContext {
  return {
    tlsCertificateProviderInstance: certificate,
    tlsCertificateCertificateProviderInstance: certificate,
    combinedValidationContext: {
      defaultValidationContext: {
        caCertificateProviderInstance: roots,
        ...(identities.length > 0 && { matchSubjectAltNames: identities.map((exact) => ({ exact })) }),
      },
      validationContextCertificateProviderInstance: roots,
    },
  };
}
