import { isKnownCipherSuite, type MeshConfig, type ServerTlsSettings } from "../api/index.ts";
import type { Dialect } from "../core/index.ts";
import type { TransportSocket } from "../gen/envoy/config/core/v3.ts";
import type {
  CertificateValidationContext,
  CommonTlsContext,
  DownstreamTlsContext,
  TlsParameters,
} from "../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import type { MeshSettings } from "../mesh/index.ts";
import { any } from "./any.ts";
import { credentialSecret, type SecretSources, secretProviders } from "./credential-secret.ts";
import { fileSecret, meshRoots, workloadCertificate, workloadSecret } from "./sds-secret.ts";

/** What ending TLS depends on besides the server's own settings. */
export interface TlsEnvironment {
  readonly dialect: Dialect;
  readonly secrets: SecretSources;
  /** Of users' own TLS. */
  readonly tlsDefaults?: NonNullable<MeshConfig["tlsDefaults"]>;
  /** Of the mesh's mutual TLS. */
  readonly meshMtls?: NonNullable<MeshConfig["meshMTLS"]>;
}

/** What is spoken inside of the TLS that ends here. */
export type TlsContent = "http" | "http3" | "tcp";

const known = new WeakMap<MeshSettings, Map<string, TlsEnvironment>>();

/** The environment of all proxies of a dialect; the same object for as long as the mesh's settings are. */
export function tlsEnvironment(settings: MeshSettings, dialect: Dialect, socket = false): TlsEnvironment {
  const made = known.get(settings) ?? new Map<string, TlsEnvironment>();
  known.set(settings, made);
  const { tlsDefaults, meshMTLS } = settings.config;
  const environment = made.get(`${dialect} ${socket}`) ?? {
    dialect,
    secrets: { dialect, providers: secretProviders(settings.config), socket },
    ...(tlsDefaults && { tlsDefaults }),
    ...(meshMTLS && { meshMtls: meshMTLS }),
  };
  made.set(`${dialect} ${socket}`, environment);
  return environment;
}

/** Whether a server's TLS ends at the proxy. */
export function endsTls({ mode = "PASSTHROUGH" }: ServerTlsSettings): boolean {
  return mode !== "PASSTHROUGH" && mode !== "AUTO_PASSTHROUGH";
}

/** How a server ends TLS. */
export function serverTls(
  tls: ServerTlsSettings,
  content: TlsContent,
  environment: TlsEnvironment,
): DownstreamTlsContext {
  const { mode } = tls;
  const tlsParams = parametersOf(tls, environment);
  return {
    commonTlsContext: {
      ...(tlsParams && { tlsParams }),
      alpnProtocols: alpnOf(mode, content, environment),
      ...certificatesOf(tls, environment),
      ...(mode !== "SIMPLE" && clientValidation(tls, environment)),
    },
    requireClientCertificate: mode === "MUTUAL" || mode === "ISTIO_MUTUAL",
  };
}

/** The socket of TLS over TCP. */
export function downstreamTlsSocket(context: DownstreamTlsContext): TransportSocket {
  return {
    name: "envoy.transport_sockets.tls",
    typedConfig: any("envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext", context),
  };
}

function alpnOf(mode: ServerTlsSettings["mode"], content: TlsContent, { dialect }: TlsEnvironment): readonly string[] {
  if (content === "http3") return ["h3"];
  // Peers that agree on this name tell each other what they are first, which only Istio's proxies can.
  const exchanges = mode === "ISTIO_MUTUAL" && content === "tcp" && dialect === "istio";
  return [...(exchanges ? ["istio-peer-exchange"] : []), "h2", "http/1.1"];
}

/** What connections agree on; the server's own word counts before the mesh's. Absent: Envoy's own defaults. */
function parametersOf(tls: ServerTlsSettings, { tlsDefaults, meshMtls }: TlsEnvironment): TlsParameters | undefined {
  const mesh = tls.mode === "ISTIO_MUTUAL" ? meshMtls : tlsDefaults;
  // Envoy refuses the whole listener for one suite it does not know.
  const suites = [...new Set(tls.cipherSuites)].filter(isKnownCipherSuite);
  const cipherSuites = suites.length > 0 ? suites : (mesh?.cipherSuites ?? []);
  const ecdhCurves = tls.ecdhCurves?.length ? tls.ecdhCurves : (mesh?.ecdhCurves ?? []);
  const oldest = versionOf(tls.minProtocolVersion) ?? versionOf(mesh?.minProtocolVersion);
  const newest = versionOf(tls.maxProtocolVersion);
  const parameters: TlsParameters = {
    ...(oldest && { tlsMinimumProtocolVersion: oldest }),
    ...(newest && { tlsMaximumProtocolVersion: newest }),
    ...(cipherSuites.length > 0 && { cipherSuites }),
    ...(ecdhCurves.length > 0 && { ecdhCurves }),
  };
  return Object.keys(parameters).length > 0 ? parameters : undefined;
}

const versions = { TLSV1_0: "TLSv1_0", TLSV1_1: "TLSv1_1", TLSV1_2: "TLSv1_2", TLSV1_3: "TLSv1_3" } as const;

function versionOf(
  version: "TLS_AUTO" | keyof typeof versions | undefined,
): (typeof versions)[keyof typeof versions] | undefined {
  return version === undefined || version === "TLS_AUTO" ? undefined : versions[version];
}

type Certificates = Pick<CommonTlsContext, "tlsCertificates" | "tlsCertificateSdsSecretConfigs">;

function certificatesOf(tls: ServerTlsSettings, { dialect, secrets }: TlsEnvironment): Certificates {
  const credentials = credentialsOf(tls);
  if (credentials.length > 0) {
    const configs = credentials.map((name) => credentialSecret(name, "certificate", secrets));
    return { tlsCertificateSdsSecretConfigs: configs };
  }
  const pairs = (tls.tlsCertificates?.length ? tls.tlsCertificates : [tls]).flatMap(
    ({ serverCertificate = "", privateKey = "" }) =>
      serverCertificate && privateKey ? [{ serverCertificate, privateKey }] : [],
  );
  if (tls.mode === "ISTIO_MUTUAL" || pairs.length === 0) {
    return { tlsCertificateSdsSecretConfigs: [workloadSecret(workloadCertificate, dialect)] };
  }
  if (dialect === "istio") {
    const names = pairs.map(({ serverCertificate, privateKey }) => `file-cert:${serverCertificate}~${privateKey}`);
    return { tlsCertificateSdsSecretConfigs: names.map(fileSecret) };
  }
  return {
    tlsCertificates: pairs.map(({ serverCertificate, privateKey }) => ({
      certificateChain: { filename: serverCertificate },
      privateKey: { filename: privateKey },
    })),
  };
}

/** The credentials that a server has its certificates from; empty: from files, or from the mesh. */
export function credentialsOf({ mode, credentialName, credentialNames = [] }: ServerTlsSettings): readonly string[] {
  if (mode === "ISTIO_MUTUAL") return [];
  return credentialNames.length > 0 ? credentialNames : credentialName ? [credentialName] : [];
}

/** How clients' certificates are verified: by which authorities, and what else must hold of them. */
function clientValidation(tls: ServerTlsSettings, environment: TlsEnvironment): CommonTlsContext {
  const names = tls.subjectAltNames ?? [];
  const context: CertificateValidationContext = {
    ...(names.length > 0 && { matchSubjectAltNames: names.map((exact) => ({ exact })) }),
    ...(tls.verifyCertificateSpki?.length && { verifyCertificateSpki: tls.verifyCertificateSpki }),
    ...(tls.verifyCertificateHash?.length && { verifyCertificateHash: tls.verifyCertificateHash }),
    ...(tls.caCrl && { crl: { filename: tls.caCrl } }),
    ...(tls.insecureSkipVerify && { trustChainVerification: "ACCEPT_UNTRUSTED" }),
  };
  const authority = authoritySecret(tls, environment);
  if (authority === undefined)
    return { validationContext: { ...context, trustedCa: { filename: tls.caCertificates } } };
  return {
    combinedValidationContext: { defaultValidationContext: context, validationContextSdsSecretConfig: authority },
  };
}

/** Where the authorities come from; undefined: Envoy reads the file itself. */
function authoritySecret(tls: ServerTlsSettings, { dialect, secrets }: TlsEnvironment) {
  if (tls.mode === "ISTIO_MUTUAL") return workloadSecret(meshRoots, dialect);
  const credentials = credentialsOf(tls);
  const own = tls.caCertCredentialName;
  // The answer to a name is one and the same for all who ask: where the certificate has it, it cannot be the authorities.
  if (own && !credentials.includes(own)) return credentialSecret(own, "only-authority", secrets);
  const [credential] = own ? [own] : credentials;
  if (credential !== undefined) return credentialSecret(credential, "authority", secrets);
  if (!tls.caCertificates) return workloadSecret(meshRoots, dialect);
  return dialect === "istio" ? fileSecret(`file-root:${tls.caCertificates}`) : undefined;
}
