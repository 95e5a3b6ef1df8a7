import { parseDuration } from "../../base/duration.ts";
import { isPort } from "../checks/address.ts";
import { isDuration } from "../checks/duration.ts";
import { clientTlsSettings } from "../istio/client-tls.ts";
import { tcpKeepalive } from "../istio/connection-pool.ts";
import { readinessProbe } from "../istio/readiness-probe.ts";
import type { Report } from "../problem.ts";
import { bool, choice, int32, list, map, obj, opt, str, uint32 } from "../schema/build.ts";
import { duration, regex } from "../schema/formats.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { connectionSettings } from "./connection-settings.ts";
import { privateKeyProvider } from "./private-key-provider.ts";
import { isProxyAddress, isProxyAddressIfSet } from "./proxy-address.ts";
import { forwardClientCertDetails, proxyHeaders } from "./proxy-headers.ts";
import { proxyTracing } from "./proxy-tracing.ts";

const isWholeSeconds: Check<string> = (text, report) => {
  const ms = parseDuration(text) ?? 0;
  if (ms % 1000 !== 0) report("FW0802", `must be whole seconds, not '${text}'`);
};

function metadataIsCurrent(metadata: { readonly [name: string]: string }, report: Report): void {
  const retired = "ISTIO_META_DNS_AUTO_ALLOCATE";
  if (!Object.hasOwn(metadata, retired)) return;
  report("FW0806", "should not be set any more: addresses are allocated to service entries themselves", retired);
}

const remoteService = obj({
  address: opt(1, str({ checks: [isProxyAddressIfSet] }), "Host and port of the service."),
  tlsSettings: opt(2, clientTlsSettings, "TLS towards the service."),
  tcpKeepalive: opt(3, tcpKeepalive, "Keeps idle connections to the service alive."),
});

const gatewayTopology = obj({
  numTrustedProxies: opt(1, uint32(), "Trusted proxies before the gateway, by which the client's address is found."),
  forwardClientCertDetails: opt(
    2,
    forwardClientCertDetails,
    "What gateways do with the client certificate's header; default: `SANITIZE_SET`.",
  ),
  proxyProtocol: opt(3, obj({}), "Makes gateways expect the PROXY protocol from who connects."),
});

const proxyStatsMatcher = obj({
  inclusionPrefixes: opt(1, list(str()), "Prefixes of names."),
  inclusionSuffixes: opt(2, list(str()), "Suffixes of names."),
  inclusionRegexps: opt(3, list(regex()), "Regular expressions for names."),
});

/** How single proxies run. The mesh has one for all; the annotation `proxy.istio.io/config` changes it for a pod. */
export const meshProxyConfig = obj({
  configPath: opt(1, str(), "Folder in which the agent puts the proxy's configuration."),
  binaryPath: opt(2, str(), "Path of the proxy's program."),
  serviceCluster: opt(3, str(), "Name of the proxy's service, for all proxies alike.", { oneof: "cluster_name" }),
  tracingServiceName: opt(
    36,
    choice({ APP_LABEL_AND_NAMESPACE: 0, CANONICAL_NAME_ONLY: 1, CANONICAL_NAME_AND_NAMESPACE: 2 }),
    "What the service is called in traces.",
    { oneof: "cluster_name" },
  ),
  drainDuration: opt(
    4,
    str({ wire: "duration", checks: [isDuration({ min: 1000 }), isWholeSeconds] }),
    "Time in which connections end during a hot restart, in whole seconds; default: `45s`.",
  ),
  discoveryAddress: opt(6, str({ checks: [isProxyAddress] }), "Host and port of the control plane."),
  discoveryRefreshDelay: opt(7, duration(), "Formerly the time between two polls of the control plane.", {
    deprecated: "proxies are told of changes",
  }),
  zipkinAddress: opt(8, str(), "Formerly the address of Zipkin.", { deprecated: "use `tracing.zipkin`" }),
  statsdUdpAddress: opt(10, str({ checks: [isProxyAddressIfSet] }), "Host and port of a statsd server, over UDP."),
  envoyMetricsServiceAddress: opt(
    20,
    str({ checks: [isProxyAddressIfSet] }),
    "Formerly the address of a metrics service.",
    { deprecated: "use `envoyMetricsService`" },
  ),
  proxyAdminPort: opt(11, int32({ checks: [isPort] }), "Port of the proxy's own administration; default: 15000."),
  availabilityZone: opt(12, str(), "Formerly the proxy's zone.", { deprecated: "the node's labels tell the zone" }),
  controlPlaneAuthPolicy: opt(
    13,
    choice({ NONE: 0, MUTUAL_TLS: 1, INHERIT: 1000 }),
    "How the proxy connects to the control plane; default: `MUTUAL_TLS`.",
  ),
  customConfigFile: opt(14, str(), "File with a configuration to use instead of a generated one."),
  statNameLength: opt(15, int32(), "Longest name of a metric, in characters; default: 189."),
  concurrency: opt(16, int32({ wrapped: true, min: 0 }), "Threads; 0: one per core; absent: by the CPU limit."),
  proxyBootstrapTemplatePath: opt(17, str(), "File with the template of the proxy's first configuration."),
  interceptionMode: opt(
    18,
    choice({ REDIRECT: 0, TPROXY: 1, NONE: 2 }),
    "How incoming traffic gets to the proxy; `TPROXY` keeps the client's address. Default: `REDIRECT`.",
  ),
  tracing: opt(19, proxyTracing, "Where the proxy sends its spans."),
  sds: opt(
    21,
    obj({
      enabled: opt(1, bool(), "Whether secrets are fetched."),
      k8sSaJwtPath: opt(2, str(), "File with the service account's token."),
    }),
    "Formerly how secrets are fetched.",
    { deprecated: "secrets are always fetched" },
  ),
  envoyAccessLogService: opt(22, remoteService, "Where access logs are sent over gRPC."),
  envoyMetricsService: opt(23, remoteService, "Where metrics are sent over gRPC."),
  proxyMetadata: opt(
    24,
    map(str(), { checks: [metadataIsCurrent] }),
    "Environment variables of the proxy; those named `ISTIO_META_…` are told to the control plane.",
  ),
  runtimeValues: opt(37, map(str()), "Envoy's runtime settings, by their names; unsafe."),
  statusPort: opt(26, int32({ checks: [isPort] }), "Port of the agent, for health checks; default: 15020."),
  extraStatTags: opt(27, list(str()), "Further tags to take out of the names of metrics; no longer needed."),
  gatewayTopology: opt(28, gatewayTopology, "What stands before gateways."),
  terminationDrainDuration: opt(29, duration(), "Time that connections get to end when the pod goes; default: `5s`."),
  meshId: opt(30, str(), "Name of the mesh, where telemetry of several meshes comes together."),
  readinessProbe: opt(
    31,
    readinessProbe,
    "How the agent finds out whether the workload on a virtual machine is ready.",
  ),
  proxyStatsMatcher: opt(32, proxyStatsMatcher, "Envoy's own metrics to keep, besides the usual ones."),
  holdApplicationUntilProxyStarts: opt(
    33,
    bool({ wrapped: true }),
    "Whether the pod's other containers wait for the proxy; default: no.",
  ),
  caCertificatesPem: opt(34, list(str()), "Further root certificates for the mesh's own TLS, as PEM."),
  image: opt(
    35,
    obj({ imageType: opt(1, str(), "Sort of image, such as `distroless` or `debug`.") }),
    "Which image the proxy runs.",
  ),
  privateKeyProvider: opt(38, privateKeyProvider, "Hardware that does the work of private keys."),
  proxyHeaders: opt(39, proxyHeaders, "Headers that the proxy adds."),
  fileFlushInterval: opt(40, duration({ min: 1 }), "How often log files are written to disk; default: `1s`."),
  fileFlushMinSizeKb: opt(41, uint32(), "Kilobytes after which log files are written to disk; default: 64."),
  statsCompression: opt(42, bool({ wrapped: true }), "Whether metrics are offered compressed; default: yes."),
  connectionSettings: opt(43, connectionSettings, "How the proxy treats its clients' connections."),
});

export interface RemoteService extends Infer<typeof remoteService> {}
export interface GatewayTopology extends Infer<typeof gatewayTopology> {}
export interface MeshProxyConfig extends Infer<typeof meshProxyConfig> {}
