import type {
  ConnectionPoolSettings,
  MeshConfig,
  MeshProxyConfig,
  OutlierDetection,
  TcpKeepalive,
} from "../../api/index.ts";
import { WeakValueMap } from "../../base/weak-value-map.ts";
import type { AddressFamilies, Dialect } from "../../core/index.ts";
import type { MeshSettings, ProxyTraits } from "../../mesh/index.ts";
import { protoDuration } from "../proto-duration.ts";
import { effectiveProxyConfig } from "../proxy-config.ts";
import { type TlsEnvironment, tlsEnvironment } from "../server-tls.ts";

/** Files with the certificate of a proxy that got one by other means than the mesh's authority. */
export interface ClientFiles {
  readonly certificate: string;
  readonly key: string;
  readonly root: string;
}

/** What all clusters of a view depend on: the mesh's settings, and what sort of proxy it is for. */
export interface ClusterEnvironment {
  readonly dialect: Dialect;
  /** There is no original destination to go to. */
  readonly router: boolean;
  readonly families: AddressFamilies;
  readonly mesh: MeshConfig;
  readonly connectTimeout: string;
  readonly dnsRefreshRate: string;
  readonly keepalive: TcpKeepalive | undefined;
  /** HTTP/1.1 is upgraded to HTTP/2 within the mesh. */
  readonly upgradesToHttp2: boolean;
  /** HTTP/1 headers go on in the letter case in which they came. */
  readonly keepsHeaderCase: boolean;
  /** For destinations whose rules say nothing of them. */
  readonly pool: ConnectionPoolSettings | undefined;
  readonly outliers: OutlierDetection | undefined;
  /** Trust domains that mean the same, the mesh's own first. */
  readonly trustDomains: readonly string[];
  /** Most bytes buffered for a connection; undefined: Envoy's own. */
  readonly bufferLimit: number | undefined;
  readonly tls: TlsEnvironment;
  readonly clientFiles: ClientFiles | undefined;
}

const known = new WeakMap<MeshSettings, WeakValueMap<string, ClusterEnvironment>>();

/** The environment of a proxy's clusters; the same object for all proxies that it is the same for. */
export function clusterEnvironment(settings: MeshSettings, proxy: ProxyTraits): ClusterEnvironment {
  const made = known.get(settings) ?? new WeakValueMap<string, ClusterEnvironment>();
  known.set(settings, made);
  const families = proxy.families;
  const { connectionSettings, proxyHeaders } = effectiveProxyConfig(settings, proxy);
  const limit = bufferLimit(connectionSettings);
  const cased = proxyHeaders?.preserveHttp1HeaderCase ?? false;
  const files = clientFiles(proxy);
  const id = JSON.stringify([proxy.dialect, proxy.type, families, limit, cased, files]);
  const environment = made.get(id) ?? makeEnvironment(settings, proxy, { families, limit, cased, files });
  made.set(id, environment);
  return environment;
}

interface EnvironmentTraits {
  readonly families: AddressFamilies;
  readonly limit: number | undefined;
  readonly cased: boolean;
  readonly files: ClientFiles | undefined;
}

function makeEnvironment(settings: MeshSettings, proxy: ProxyTraits, traits: EnvironmentTraits): ClusterEnvironment {
  const { config } = settings;
  return {
    dialect: proxy.dialect,
    router: proxy.type === "router",
    families: traits.families,
    mesh: config,
    connectTimeout: protoDuration(config.connectTimeout) ?? "10s",
    dnsRefreshRate: protoDuration(config.dnsRefreshRate) ?? "60s",
    keepalive: config.tcpKeepalive,
    upgradesToHttp2: config.h2UpgradePolicy === "UPGRADE",
    keepsHeaderCase: traits.cased,
    pool: config.defaultTrafficPolicy?.connectionPool,
    outliers: config.defaultTrafficPolicy?.outlierDetection,
    trustDomains: [settings.trustDomain, ...settings.trustDomainAliases],
    bufferLimit: traits.limit,
    tls: tlsEnvironment(settings, proxy.dialect),
    clientFiles: traits.files,
  };
}

/** What the profile for proxies that face the internet buffers at most. */
const edgeBufferLimit = 32768;

function bufferLimit(asked: MeshProxyConfig["connectionSettings"]): number | undefined {
  return asked?.clusterPerConnectionBufferLimitBytes ?? (asked?.profile === "EDGE" ? edgeBufferLimit : undefined);
}

function clientFiles({ metadata }: ProxyTraits): ClientFiles | undefined {
  const [certificate, key, root] = ["CERT_CHAIN", "KEY", "ROOT_CERT"].map((name) => metadata[`TLS_CLIENT_${name}`]);
  if (typeof certificate !== "string" || typeof key !== "string" || typeof root !== "string") return undefined;
  return certificate && key && root ? { certificate, key, root } : undefined;
}
