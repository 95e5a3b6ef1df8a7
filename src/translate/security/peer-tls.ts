import { isKnownCipherSuite, type MeshConfig } from "../../api/index.ts";
import { WeakValueMap } from "../../base/weak-value-map.ts";
import type { Dialect } from "../../core/index.ts";
import type {
  CommonTlsContext,
  DownstreamTlsContext,
  SdsSecretConfig,
} from "../../gen/envoy/extensions/transport_sockets/tls/v3.ts";
import type { MeshSettings, ProxyScope } from "../../mesh/index.ts";
import { fileSecret, meshRoots, workloadCertificate, workloadSecret } from "../sds-secret.ts";

/** What the mesh's mutual TLS at a workload depends on. */
export interface PeerTls {
  readonly dialect: Dialect;
  /** Trust domains that peers may be of. */
  readonly trustDomains: readonly string[];
  readonly meshMtls?: NonNullable<MeshConfig["meshMTLS"]>;
  /** Name of the secret with the workload's certificate. */
  readonly certificate: string;
  /** Name of the secret with the authorities. */
  readonly authorities: string;
}

const rootPrefix = "file-root:";

const known = new WeakMap<MeshSettings, WeakValueMap<string, PeerTls>>();

/** How a workload takes connections of its peers; the same object for as long as it says the same. */
export function peerTls({ settings, proxy }: ProxyScope): PeerTls {
  const secrets = secretNames(proxy.metadata);
  const text = JSON.stringify([proxy.dialect, secrets]);
  const made = known.get(settings) ?? new WeakValueMap<string, PeerTls>();
  known.set(settings, made);
  const { meshMTLS } = settings.config;
  const tls = made.get(text) ?? {
    dialect: proxy.dialect,
    trustDomains: [...new Set([settings.trustDomain, ...settings.trustDomainAliases])],
    ...(meshMTLS && { meshMtls: meshMTLS }),
    ...secrets,
  };
  made.set(text, tls);
  return tls;
}

/** A proxy may name certificates in its own files instead of those that its agent was given. */
function secretNames(metadata: ProxyScope["proxy"]["metadata"]): Pick<PeerTls, "certificate" | "authorities"> {
  const text = (key: string) => (typeof metadata[key] === "string" ? metadata[key] : "");
  const [chain, key] = [text("TLS_SERVER_CERT_CHAIN"), text("TLS_SERVER_KEY")];
  const root = text("TLS_SERVER_ROOT_CERT");
  return {
    certificate: chain && key ? `file-cert:${chain}~${key}` : workloadCertificate,
    authorities: root ? rootPrefix + root : meshRoots,
  };
}

/** Ciphers for TLS 1.2 that are held to be safe. */
const safeCiphers = [
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "AES256-GCM-SHA384",
  "AES128-GCM-SHA256",
];

/** Envoy refuses the whole listener for one suite that it does not know. */
function cipherSuites(asked: readonly string[] = []): readonly string[] {
  const suites = asked.filter(isKnownCipherSuite);
  return suites.length > 0 ? suites : safeCiphers;
}

/** Ends the mutual TLS of peers, inside of which HTTP or anything else is spoken. */
export function peerTlsContext(tls: PeerTls, content: "http" | "tcp"): DownstreamTlsContext {
  const { meshMtls } = tls;
  return {
    commonTlsContext: {
      tlsParams: {
        tlsMinimumProtocolVersion: meshMtls?.minProtocolVersion === "TLSV1_3" ? "TLSv1_3" : "TLSv1_2",
        tlsMaximumProtocolVersion: "TLSv1_3",
        cipherSuites: cipherSuites(meshMtls?.cipherSuites),
        ...(meshMtls?.ecdhCurves?.length && { ecdhCurves: meshMtls.ecdhCurves }),
      },
      alpnProtocols: [...(exchangesMetadata(tls, content) ? ["istio-peer-exchange"] : []), "h2", "http/1.1"],
      ...ownCertificate(tls),
      ...peerValidation(tls),
    },
    requireClientCertificate: true,
  };
}

/** Once the peers agree on it, the client's proxy sends a message of its own first: plain Envoy would pass it on. */
function exchangesMetadata({ dialect }: PeerTls, content: "http" | "tcp"): boolean {
  return dialect === "istio" && content === "tcp";
}

/** Files are the agent's to read; plain Envoy, which has none, reads them itself. */
function ownCertificate({ dialect, certificate }: PeerTls): CommonTlsContext {
  const files = dialect === "envoy" ? /^file-cert:(.*)~(.*)$/.exec(certificate) : null;
  if (!files) return { tlsCertificateSdsSecretConfigs: [secret(certificate, dialect)] };
  const [, chain = "", key = ""] = files;
  return { tlsCertificates: [{ certificateChain: { filename: chain }, privateKey: { filename: key } }] };
}

function peerValidation({ dialect, authorities, trustDomains }: PeerTls): CommonTlsContext {
  const names = { matchSubjectAltNames: trustDomains.map((domain) => ({ prefix: `spiffe://${domain}/` })) };
  if (dialect === "envoy" && authorities.startsWith(rootPrefix)) {
    return { validationContext: { ...names, trustedCa: { filename: authorities.slice(rootPrefix.length) } } };
  }
  return {
    combinedValidationContext: {
      defaultValidationContext: names,
      validationContextSdsSecretConfig: secret(authorities, dialect),
    },
  };
}

function secret(name: string, dialect: Dialect): SdsSecretConfig {
  return name.startsWith("file-") ? fileSecret(name) : workloadSecret(name, dialect);
}
