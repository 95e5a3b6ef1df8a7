import type { Secret } from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import type { FoundSecret } from "../secrets/index.ts";

/** A secret as Envoy takes it, under the name by which it asked. */
export function envoySecret(name: string, { certificate, authorities }: FoundSecret): Secret {
  if (certificate) {
    const { chain, privateKey, ocspStaple } = certificate;
    return {
      name,
      tlsCertificate: {
        certificateChain: inline(chain),
        privateKey: inline(privateKey),
        ...(ocspStaple && { ocspStaple: { inlineBytes: Buffer.from(ocspStaple).toString("base64") } }),
      },
    };
  }
  const { certificates, revocations } = authorities;
  return {
    name,
    validationContext: {
      trustedCa: inline(certificates),
      ...(revocations !== undefined && { crl: inline(revocations) }),
    },
  };
}

const inline = (pem: string) => ({ inlineBytes: Buffer.from(pem, "utf8").toString("base64") });
