import { annotationFaults } from "./annotation-faults.ts";

/** What an annotation may be put on. `Any` is every kind. */
export type AnnotationTarget =
  | "Any"
  | "AuthorizationPolicy"
  | "Gateway"
  | "GatewayClass"
  | "Ingress"
  | "Namespace"
  | "Pod"
  | "Service"
  | "ServiceEntry"
  | "WorkloadEntry";

/** What is known of an annotation that Istio reads or writes. */
export interface KnownAnnotation {
  readonly on: readonly AnnotationTarget[];
  readonly stage: "alpha" | "beta" | "stable";
  /** What to use instead; empty if there is nothing. */
  readonly deprecated?: string;
  /** Istio puts it there itself. */
  readonly written?: boolean;
  /** What is wrong with a value, in the "must …" form; absent: any value will do. */
  readonly fault?: (value: string) => string | undefined;
}

const pod = (more: Partial<KnownAnnotation> = {}): KnownAnnotation => ({ on: ["Pod"], stage: "alpha", ...more });
const written = (...on: readonly AnnotationTarget[]): KnownAnnotation => ({ on, stage: "alpha", written: true });
const other = (...on: readonly AnnotationTarget[]): KnownAnnotation => ({ on, stage: "alpha" });
const { count, ports, portsOrAll, ranges, mode, flag } = annotationFaults;

const ambient = {
  "ambient.istio.io/bypass-inbound-capture": pod({ fault: flag }),
  "ambient.istio.io/dns-capture": pod({ fault: flag }),
  "ambient.istio.io/redirection": { ...written("Pod"), stage: "beta" },
  "istio.io/reroute-virtual-interfaces": pod(),
} as const;

const sidecar = {
  "sidecar.istio.io/agentLogLevel": pod(),
  "sidecar.istio.io/bootstrapOverride": pod(),
  "sidecar.istio.io/componentLogLevel": pod(),
  "sidecar.istio.io/controlPlaneAuthPolicy": pod({ deprecated: "" }),
  "sidecar.istio.io/discoveryAddress": pod({ deprecated: "`discoveryAddress` in `proxy.istio.io/config`" }),
  "sidecar.istio.io/enableCoreDump": pod({ deprecated: "" }),
  "sidecar.istio.io/extraStatTags": pod(),
  "sidecar.istio.io/inject": pod({ stage: "beta", deprecated: "the label of the same name" }),
  "sidecar.istio.io/interceptionMode": pod({ fault: mode }),
  "sidecar.istio.io/logLevel": pod(),
  "sidecar.istio.io/nativeSidecar": pod({ fault: flag }),
  "sidecar.istio.io/proxyCPU": pod(),
  "sidecar.istio.io/proxyCPULimit": pod(),
  "sidecar.istio.io/proxyImage": pod(),
  "sidecar.istio.io/proxyImageType": pod(),
  "sidecar.istio.io/proxyMemory": pod(),
  "sidecar.istio.io/proxyMemoryLimit": pod(),
  "sidecar.istio.io/rewriteAppHTTPProbers": pod(),
  "sidecar.istio.io/statsCompression": pod({ fault: flag }),
  "sidecar.istio.io/statsEvictionInterval": pod(),
  "sidecar.istio.io/statsHistogramBuckets": pod(),
  "sidecar.istio.io/statsInclusionPrefixes": pod({ deprecated: "`proxyStatsMatcher` in `proxy.istio.io/config`" }),
  "sidecar.istio.io/statsInclusionRegexps": pod({ deprecated: "`proxyStatsMatcher` in `proxy.istio.io/config`" }),
  "sidecar.istio.io/statsInclusionSuffixes": pod({ deprecated: "`proxyStatsMatcher` in `proxy.istio.io/config`" }),
  "sidecar.istio.io/status": written("Pod"),
  "sidecar.istio.io/userVolume": pod(),
  "sidecar.istio.io/userVolumeMount": pod(),
} as const;

const traffic = {
  "readiness.status.sidecar.istio.io/applicationPorts": pod({ fault: ports }),
  "readiness.status.sidecar.istio.io/failureThreshold": pod({ fault: count }),
  "readiness.status.sidecar.istio.io/initialDelaySeconds": pod({ fault: count }),
  "readiness.status.sidecar.istio.io/periodSeconds": pod({ fault: count }),
  "status.sidecar.istio.io/port": pod({ fault: count }),
  "traffic.sidecar.istio.io/excludeInboundPorts": pod({ fault: ports }),
  "traffic.sidecar.istio.io/excludeInterfaces": pod(),
  "traffic.sidecar.istio.io/excludeOutboundIPRanges": pod({ fault: ranges }),
  "traffic.sidecar.istio.io/excludeOutboundPorts": pod({ fault: ports }),
  "traffic.sidecar.istio.io/includeInboundPorts": pod({ fault: portsOrAll }),
  "traffic.sidecar.istio.io/includeOutboundIPRanges": pod({ fault: ranges }),
  "traffic.sidecar.istio.io/includeOutboundPorts": pod({ fault: ports }),
  "traffic.sidecar.istio.io/kubevirtInterfaces": pod({ deprecated: "`istio.io/reroute-virtual-interfaces`" }),
} as const;

const others = {
  "alpha.istio.io/canonical-serviceaccounts": { ...other("Service"), deprecated: "" },
  "alpha.istio.io/identity": pod({ deprecated: "" }),
  "alpha.istio.io/kubernetes-serviceaccounts": { ...other("Service"), deprecated: "" },
  "galley.istio.io/analyze-suppress": other("Any"),
  "gateway.istio.io/controller-version": written("Any"),
  "gateway.istio.io/name-override": other("Gateway"),
  "gateway.istio.io/service-account": other("Gateway"),
  "inject.istio.io/templates": pod(),
  "install.operator.istio.io/chart-owner": other("Any"),
  "install.operator.istio.io/owner-generation": other("Any"),
  "install.operator.istio.io/version": other("Any"),
  "internal.istio.io/parents": written("Any"),
  "internal.istio.io/service-semantics": written("Any"),
  "istio.io/autoRegistrationGroup": written("WorkloadEntry"),
  "istio.io/connectedAt": written("WorkloadEntry"),
  "istio.io/disconnectedAt": written("WorkloadEntry"),
  "istio.io/dry-run": other("AuthorizationPolicy"),
  "istio.io/rev": { ...written("Pod"), stage: "beta" },
  "istio.io/workloadController": written("WorkloadEntry"),
  "kubernetes.io/ingress.class": { on: ["Ingress"], stage: "stable" },
  "networking.istio.io/address-type": other("Gateway"),
  "networking.istio.io/exportTo": other("Service"),
  "networking.istio.io/service-type": other("Gateway", "GatewayClass"),
  "networking.istio.io/traffic-distribution": other("Namespace", "Service", "ServiceEntry"),
  "prometheus.istio.io/merge-metrics": pod({ fault: flag }),
  "proxy.istio.io/config": pod({ stage: "beta" }),
  "proxy.istio.io/overrides": written("Pod"),
  "security.istio.io/autoMTLS": pod(),
  "topology.istio.io/controlPlaneClusters": other("Namespace"),
} as const;

/** The annotations that Istio knows, by name. */
export const knownAnnotations: ReadonlyMap<string, KnownAnnotation> = new Map<string, KnownAnnotation>(
  Object.entries({ ...ambient, ...sidecar, ...traffic, ...others }),
);

/** Whether the annotation is one of Istio's, known or not: the names it shares with others are not. */
export function isIstioAnnotation(name: string): boolean {
  return name === "kubernetes.io/ingress.class" || /^(?:[^/]+\.)?istio\.io(?:\/|$)/.test(name);
}
