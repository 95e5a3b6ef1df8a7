import { deepFreeze } from "../../base/json.ts";
import type { MeshConfig } from "./mesh-config.ts";
import type { MeshProxyConfig } from "./mesh-proxy-config.ts";

/** How a proxy runs when nobody says anything. */
export const defaultProxyConfig: MeshProxyConfig = deepFreeze({
  configPath: "./etc/istio/proxy",
  binaryPath: "/usr/local/bin/envoy",
  serviceCluster: "istio-proxy",
  drainDuration: "45s",
  terminationDrainDuration: "5s",
  discoveryAddress: "istiod.istio-system.svc:15012",
  proxyAdminPort: 15000,
  controlPlaneAuthPolicy: "MUTUAL_TLS",
  statNameLength: 189,
  statusPort: 15020,
  fileFlushInterval: "1s",
  fileFlushMinSizeKb: 64,
} as const);

/** The mesh when nobody says anything; what users say is put over it by `applyMeshConfig`. */
export const defaultMeshConfig: MeshConfig = deepFreeze({
  proxyListenPort: 15001,
  proxyInboundListenPort: 15006,
  connectTimeout: "10s",
  protocolDetectionTimeout: "0s",
  dnsRefreshRate: "60s",
  ingressClass: "istio",
  ingressService: "istio-ingressgateway",
  ingressControllerMode: "STRICT",
  enableTracing: true,
  accessLogEncoding: "TEXT",
  defaultConfig: defaultProxyConfig,
  outboundTrafficPolicy: { mode: "ALLOW_ANY" },
  inboundTrafficPolicy: { mode: "PASSTHROUGH" },
  enableAutoMtls: true,
  trustDomain: "cluster.local",
  rootNamespace: "istio-system",
  defaultServiceExportTo: ["*"],
  defaultVirtualServiceExportTo: ["*"],
  defaultDestinationRuleExportTo: ["*"],
  localityLbSetting: { enabled: true },
  enablePrometheusMerge: true,
  extensionProviders: [
    { name: "prometheus", prometheus: {} },
    { name: "stackdriver", stackdriver: {} },
    { name: "envoy", envoyFileAccessLog: { path: "/dev/stdout" } },
  ],
} as const);
