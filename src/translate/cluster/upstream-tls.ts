import type { ClientTlsSettings } from "../../api/index.ts";
import type { TransportSocket } from "../../gen/envoy/config/core/v3.ts";
import type { CommonTlsContext, UpstreamTlsContext } from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { any } from "../any.ts";
import { controlPlaneSecret, fileSecret, meshRoots, workloadCertificate, workloadSecret } from "../sds-secret.ts";

const tlsParams = { tlsMinimumProtocolVersion: "TLSv1_2", tlsMaximumProtocolVersion: "TLSv1_3" } as const;

const exactly = (names: readonly string[]) => names.map((exact) => ({ exact }));

/** TLS from the proxy to its upstream. */
export function tlsSocket(context: UpstreamTlsContext): TransportSocket {
  return {
    name: "envoy.transport_sockets.tls",
    typedConfig: any("envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext", context),
  };
}

/** No TLS. */
export const plainSocket: TransportSocket = {
  name: "envoy.transport_sockets.raw_buffer",
  typedConfig: any("envoy.extensions.transport_sockets.raw_buffer.v3.RawBuffer", {}),
};

/** What the mesh's own mutual TLS needs to know of an upstream. */
export interface MutualTls {
  readonly sni: string;
  /** Identities the upstream may have; empty: any of the mesh's. */
  readonly identities: readonly string[];
  readonly http2: boolean;
}

/** The mesh's mutual TLS, with the workload's own certificate. */
export function mutualTls({ sni, identities, http2 }: MutualTls): UpstreamTlsContext {
  return {
    commonTlsContext: {
      tlsParams,
      alpnProtocols: ["istio-peer-exchange", "istio", ...(http2 ? ["h2"] : [])],
      tlsCertificateSdsSecretConfigs: [workloadSecret(workloadCertificate)],
      combinedValidationContext: {
        defaultValidationContext: identities.length === 0 ? {} : { matchSubjectAltNames: exactly(identities) },
        validationContextSdsSecretConfig: workloadSecret(meshRoots),
      },
    },
    sni,
  };
}

/** TLS of the user's making, one-sided or mutual, with certificates from files or from secrets. */
export function userTls(tls: ClientTlsSettings, http2: boolean): UpstreamTlsContext {
  return {
    commonTlsContext: {
      tlsParams,
      ...(http2 && { alpnProtocols: ["h2"] }),
      ...clientCertificate(tls),
      ...validation(tls),
    },
    ...(tls.sni && { sni: tls.sni }),
  };
}

function clientCertificate(tls: ClientTlsSettings): Pick<CommonTlsContext, "tlsCertificateSdsSecretConfigs"> {
  if (tls.mode !== "MUTUAL") return {};
  if (tls.credentialName)
    return { tlsCertificateSdsSecretConfigs: [controlPlaneSecret(`kubernetes://${tls.credentialName}`)] };
  const { clientCertificate: certificate = "", privateKey = "" } = tls;
  return { tlsCertificateSdsSecretConfigs: [fileSecret(`file-cert:${certificate}~${privateKey}`)] };
}

/** Whom to trust: the named authority, or the system's. */
function validation(tls: ClientTlsSettings): Pick<CommonTlsContext, "combinedValidationContext"> {
  const names = tls.subjectAltNames ?? [];
  const authority = tls.credentialName
    ? controlPlaneSecret(`kubernetes://${tls.credentialName}-cacert`)
    : fileSecret(`file-root:${tls.caCertificates || "system"}`);
  return {
    combinedValidationContext: {
      defaultValidationContext: {
        ...(names.length > 0 && { matchSubjectAltNames: exactly(names) }),
        ...(tls.caCrl && { crl: { filename: tls.caCrl } }),
      },
      validationContextSdsSecretConfig: authority,
    },
  };
}
