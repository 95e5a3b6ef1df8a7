import { isPort } from "../checks/address.ts";
import { clientTlsSettings } from "../istio/client-tls.ts";
import { connectionPoolSettings, tcpKeepalive } from "../istio/connection-pool.ts";
import { validName } from "../istio/host.ts";
import { httpRetry } from "../istio/http-retry.ts";
import { localityLbSetting, zoneAwareLbSetting } from "../istio/locality-lb.ts";
import { outlierDetection } from "../istio/outlier-detection.ts";
import { labelSelector } from "../meta/label-selector.ts";
import { bool, choice, int32, list, obj, opt, str } from "../schema/build.ts";
import { duration } from "../schema/formats.ts";
import type { Check, Infer } from "../schema/schema.ts";
import { extensionProviders } from "./extension-provider.ts";
import { meshConfigSource } from "./mesh-config-source.ts";
import { meshProxyConfig } from "./mesh-proxy-config.ts";
import { certificateData, isTrustDomain, meshCa, tlsConfig } from "./mesh-tls.ts";
import { serviceEntryVisibility, serviceScopeConfig, serviceSettings } from "./service-scope.ts";

const isExportTarget: Check<string> = (text, report) => {
  if (["*", ".", "~"].includes(text) || validName(text)) return;
  report("FW0820", `should be '.', '*', '~' or a namespace, not '${text}'`);
};

const exportTo = list(str({ checks: [isExportTarget] }));
const flag = bool({ wrapped: true });
const trustDomain = str({ checks: [isTrustDomain] });
const portOrNone = int32({ min: 0, max: 65535 });

const outboundTrafficPolicy = obj(
  {
    mode: opt(
      1,
      choice({ REGISTRY_ONLY: 0, ALLOW_ANY: 1, ALLOW_ANY_DYNAMIC_DNS: 3 }),
      "`ALLOW_ANY` (default) passes it on, `REGISTRY_ONLY` drops it, `ALLOW_ANY_DYNAMIC_DNS` looks its host up.",
    ),
    tls: opt(2, clientTlsSettings, "TLS towards unknown destinations, with `ALLOW_ANY_DYNAMIC_DNS` only."),
  },
  {
    checks: [
      (policy, report) => {
        if (policy.tls && policy.mode !== "ALLOW_ANY_DYNAMIC_DNS") {
          report("FW0821", "should be set with the mode 'ALLOW_ANY_DYNAMIC_DNS' only", "tls");
        }
      },
    ],
  },
);

const inboundTrafficPolicy = obj({
  mode: opt(
    1,
    choice({ PASSTHROUGH: 0, LOCALHOST: 1 }),
    "Where the application listens: on the pod's address (`PASSTHROUGH`, the default) or on `LOCALHOST`.",
  ),
});

const defaultProviders = obj({
  tracing: opt(1, list(str()), "Names of the providers for traces."),
  metrics: opt(2, list(str()), "Names of the providers for metrics."),
  accessLogging: opt(3, list(str()), "Names of the providers for access logs."),
});

const pathNormalization = obj({
  normalization: opt(
    1,
    choice({ DEFAULT: 0, NONE: 1, BASE: 2, MERGE_SLASHES: 3, DECODE_AND_MERGE_SLASHES: 4 }),
    "How far paths are cleaned; each step includes those before it. `DEFAULT` is `BASE`.",
  ),
});

const defaultTrafficPolicy = obj({
  connectionPool: opt(1, connectionPoolSettings, "Limits and timeouts of connections."),
  outlierDetection: opt(2, outlierDetection, "When failing endpoints are left out."),
});

const certificate = obj({
  secretName: opt(1, str(), "Secret that gets the certificate."),
  dnsNames: opt(2, list(str()), "Names in the certificate."),
});

/** Settings for the mesh as a whole. They come from a file, or from the key `mesh` of a ConfigMap. */
export const meshConfig = obj(
  {
    proxyListenPort: opt(4, int32({ checks: [isPort] }), "Port that takes all outgoing traffic; default: 15001."),
    proxyInboundListenPort: opt(65, portOrNone, "Port that takes all incoming traffic; default: 15006."),
    proxyHttpPort: opt(5, portOrNone, "Port on which proxies serve as an HTTP proxy; default: none."),
    connectTimeout: opt(6, duration({ min: 1, max: 3_600_000 }), "Time to connect to an endpoint; default: `10s`."),
    hboneIdleTimeout: opt(70, duration(), "Closes idle tunnels of an ambient mesh; default: `1h`."),
    protocolDetectionTimeout: opt(
      42,
      duration(),
      "How long a proxy waits for a client's first bytes to tell the protocol; default: `0s`, without end.",
    ),
    tcpKeepalive: opt(28, tcpKeepalive, "Keeps idle connections alive."),
    ingressClass: opt(7, str(), "Class of the Ingress objects that are served; default: `istio`."),
    ingressService: opt(8, str(), "Service of the gateway for Ingress objects; default: `istio-ingressgateway`."),
    ingressControllerMode: opt(
      9,
      choice({ UNSPECIFIED: 0, OFF: 1, DEFAULT: 2, STRICT: 3 }),
      "Which Ingress objects are served: none (`OFF`), those of the class (`STRICT`), or those without class too.",
    ),
    ingressSelector: opt(52, str(), "Label `istio` of the gateway for Ingress objects; default: `ingressgateway`."),
    enableTracing: opt(12, bool(), "Whether proxies take part in traces; default: yes."),
    accessLogFile: opt(13, str(), "File for access logs, such as `/dev/stdout`; empty: no logs."),
    accessLogFormat: opt(24, str(), "What a line of the access log says; empty: the mesh's own format."),
    accessLogEncoding: opt(27, choice({ TEXT: 0, JSON: 1 }), "Form of the access log; default: `TEXT`."),
    enableEnvoyAccessLogService: opt(40, bool(), "Whether access logs are sent to `envoyAccessLogService`."),
    disableEnvoyListenerLog: opt(56, bool(), "Whether connections without a route are not logged; default: no."),
    defaultConfig: opt(14, meshProxyConfig, "How proxies run, unless a pod's annotation says otherwise."),
    outboundTrafficPolicy: opt(17, outboundTrafficPolicy, "What becomes of traffic to unknown destinations."),
    inboundTrafficPolicy: opt(66, inboundTrafficPolicy, "How incoming traffic gets to the application."),
    configSources: opt(22, list(meshConfigSource), "Where configuration comes from."),
    enableAutoMtls: opt(43, flag, "Whether clients use mutual TLS wherever the server has it; default: yes."),
    trustDomain: opt(26, trustDomain, "Root of all identities; default: `cluster.local`."),
    trustDomainAliases: opt(46, list(trustDomain), "Trust domains that mean the same."),
    caCertificates: opt(58, list(certificateData), "Further root certificates that are trusted."),
    defaultServiceExportTo: opt(31, exportTo, "Namespaces that see services which do not say; default: `*`."),
    defaultVirtualServiceExportTo: opt(32, exportTo, "The same for virtual services."),
    defaultDestinationRuleExportTo: opt(33, exportTo, "The same for destination rules."),
    rootNamespace: opt(34, str(), "Namespace whose policies are for the whole mesh; default: `istio-system`."),
    localityLbSetting: opt(35, localityLbSetting, "Load balancing by locality; default: on."),
    zoneAwareLbSetting: opt(73, zoneAwareLbSetting, "Load balancing by zone; default: off."),
    dnsRefreshRate: opt(36, duration(), "Time between two look-ups of a name that failed; default: `60s`."),
    h2UpgradePolicy: opt(
      41,
      choice({ DO_NOT_UPGRADE: 0, UPGRADE: 1 }),
      "Whether HTTP/1.1 goes as HTTP/2 between proxies; default: `DO_NOT_UPGRADE`.",
    ),
    inboundClusterStatName: opt(44, str(), "Pattern of metrics' names of incoming traffic, with `%SERVICE%` and such."),
    outboundClusterStatName: opt(
      45,
      str(),
      "Pattern of metrics' names of outgoing traffic, with `%SERVICE%` and such.",
    ),
    certificates: opt(47, list(certificate), "Certificates to provide.", { deprecated: "use a certificate manager" }),
    serviceSettings: opt(50, list(serviceSettings), "Settings for some services."),
    serviceScopeConfigs: opt(67, list(serviceScopeConfig), "Which services other clusters of an ambient mesh see."),
    enablePrometheusMerge: opt(51, flag, "Whether the application's metrics join the proxy's; default: yes."),
    verifyCertificateAtClient: opt(54, flag, "Whether clients check servers' certificates.", {
      deprecated: "they always do; use `insecureSkipVerify` in destination rules",
    }),
    ca: opt(55, meshCa, "A certificate authority outside of the control plane."),
    extensionProviders: opt(57, extensionProviders, "What policies and telemetry refer to by name."),
    defaultProviders: opt(60, defaultProviders, "Providers for telemetry that names none."),
    discoverySelectors: opt(59, list(labelSelector), "Namespaces that the mesh looks at; absent: all."),
    pathNormalization: opt(61, pathNormalization, "How paths of requests are cleaned."),
    defaultHttpRetryPolicy: opt(62, httpRetry, "Retries of routes that say nothing of them."),
    defaultInboundHttpRetryPolicy: opt(0, httpRetry, "Retries by the server's own proxy."),
    meshMTLS: opt(63, tlsConfig, "TLS between workloads of the mesh."),
    tlsDefaults: opt(64, tlsConfig, "TLS at gateways and towards other servers."),
    defaultTrafficPolicy: opt(71, defaultTrafficPolicy, "For destinations whose rules say nothing of it."),
    serviceEntryVisibility: opt(72, serviceEntryVisibility, "How widely service entries are visible."),
  },
  {
    checks: [
      (mesh, report) => {
        if (mesh.meshMTLS?.ecdhCurves !== undefined) report("FW0804", "must not be set", "meshMTLS", "ecdhCurves");
        if (mesh.defaultConfig?.controlPlaneAuthPolicy === "INHERIT") {
          report("FW0809", "must be 'NONE' or 'MUTUAL_TLS'", "defaultConfig", "controlPlaneAuthPolicy");
        }
        if (mesh.zoneAwareLbSetting?.enabled && mesh.localityLbSetting?.enabled) {
          report("FW0822", "should not be on together with `zoneAwareLbSetting`", "localityLbSetting");
        }
      },
    ],
  },
);

export interface DefaultProviders extends Infer<typeof defaultProviders> {}
export interface MeshConfig extends Infer<typeof meshConfig> {}
