import type { ClientTlsSettings, MeshConfig } from "../../api/index.ts";
import type { TransportSocket } from "../../gen/envoy/config/core/v3.ts";
import type {
  CertificateValidationContext,
  CommonTlsContext,
  SdsSecretConfig,
  TlsParameters,
  UpstreamTlsContext,
} from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import { any } from "../any.ts";
import { credentialSecret } from "../credential-secret.ts";
import { controlPlaneSecret, fileSecret, meshRoots, workloadCertificate, workloadSecret } from "../sds-secret.ts";
import type { TlsEnvironment } from "../server-tls.ts";

type TlsConfig = MeshConfig["meshMTLS"];

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
export function mutualTls({ sni, identities, http2 }: MutualTls, environment: TlsEnvironment): UpstreamTlsContext {
  return {
    commonTlsContext: {
      // What the mesh demands of versions and ciphers the server sees to; so a server that does not know of it yet is reached.
      tlsParams: parameters(),
      alpnProtocols: meshAlpn(environment, http2),
      tlsCertificateSdsSecretConfigs: [workloadSecret(workloadCertificate, environment.dialect)],
      combinedValidationContext: {
        defaultValidationContext: identities.length === 0 ? {} : { matchSubjectAltNames: exactly(identities) },
        validationContextSdsSecretConfig: workloadSecret(meshRoots, environment.dialect),
      },
    },
    sni,
  };
}

/** The first name promises what only Istio's proxies have: they tell each other what they are. */
function meshAlpn({ dialect }: TlsEnvironment, http2: boolean): readonly string[] {
  return [...(dialect === "istio" ? ["istio-peer-exchange"] : []), "istio", ...(http2 ? ["h2"] : [])];
}

/** TLS of the user's making, one-sided or mutual, with certificates from files or from secrets. */
export function userTls(tls: ClientTlsSettings, http2: boolean, environment: TlsEnvironment): UpstreamTlsContext {
  return {
    commonTlsContext: {
      tlsParams: parameters(environment.tlsDefaults),
      ...(http2 && { alpnProtocols: ["h2"] }),
      ...(tls.mode === "MUTUAL" && clientCertificate(tls, environment)),
      ...validation(tls, environment),
    },
    ...(tls.sni && { sni: tls.sni }),
  };
}

function parameters(config?: TlsConfig): TlsParameters {
  return {
    tlsMinimumProtocolVersion: config?.minProtocolVersion === "TLSV1_3" ? "TLSv1_3" : "TLSv1_2",
    tlsMaximumProtocolVersion: "TLSv1_3",
    ...(config?.cipherSuites?.length && { cipherSuites: config.cipherSuites }),
    ...(config?.ecdhCurves?.length && { ecdhCurves: config.ecdhCurves }),
  };
}

function clientCertificate(tls: ClientTlsSettings, { dialect, secrets }: TlsEnvironment): CommonTlsContext {
  const { credentialName, clientCertificate: certificate = "", privateKey = "" } = tls;
  if (credentialName) {
    return { tlsCertificateSdsSecretConfigs: [credentialSecret(credentialName, "certificate", secrets)] };
  }
  if (certificate === "" || privateKey === "") return {};
  if (dialect === "istio") {
    return { tlsCertificateSdsSecretConfigs: [fileSecret(`file-cert:${certificate}~${privateKey}`)] };
  }
  return {
    tlsCertificates: [{ certificateChain: { filename: certificate }, privateKey: { filename: privateKey } }],
  };
}

/** Whom to trust: the named authorities, or the system's; nobody is asked for if the user wants it so. */
function validation(tls: ClientTlsSettings, { dialect, secrets }: TlsEnvironment): CommonTlsContext {
  if (tls.insecureSkipVerify) return { validationContext: {} };
  const names = tls.subjectAltNames ?? [];
  const context: CertificateValidationContext = {
    ...(names.length > 0 && { matchSubjectAltNames: exactly(names) }),
    ...(tls.caCrl && { crl: { filename: tls.caCrl } }),
  };
  const { caCertificates: file, credentialName } = tls;
  if (!credentialName && file && dialect !== "istio") {
    return { validationContext: { ...context, trustedCa: { filename: file } } };
  }
  const authority = credentialName
    ? credentialSecret(credentialName, "authority", secrets)
    : rootsSecret(file || "system", dialect);
  return {
    combinedValidationContext: { defaultValidationContext: context, validationContextSdsSecretConfig: authority },
  };
}

/** Istio's agent knows where a machine keeps its roots; beside plain Envoy there is no agent, and the control plane has some. */
function rootsSecret(file: string, dialect: TlsEnvironment["dialect"]): SdsSecretConfig {
  const name = `file-root:${file}`;
  return dialect === "istio" ? fileSecret(name) : controlPlaneSecret(name);
}
