/**
 * Every kind Fairway reads, each defined once, and what is made from the definitions: admission (prune, default,
 * validate), reading files with positions, explaining, OpenAPI, patches and protobuf. JSON and YAML come in; typed
 * objects and Problems go out. No state and no I/O.
 */
export { type Admitted, admit, admitStored, envelopeProblems, objectSchema } from "./admit.ts";
export { type ApplyConflict, applyConfiguration } from "./apply/apply-configuration.ts";
export { type FieldOwner, readOwners, type Writer, writeOwners } from "./apply/field-owners.ts";
export { formatFieldPath, pathsOf } from "./apply/field-set.ts";
export type { WriteScope } from "./apply/owned-part.ts";
export { type TrackedWrite, trackUpdate } from "./apply/track-update.ts";
export { KindCatalog } from "./catalog.ts";
export { re2Fault } from "./checks/regex.ts";
export { type ProblemCode, problemCodes } from "./codes.ts";
export { crdManifest } from "./crd/crd-manifest.ts";
export { kindFromCrd } from "./crd/kind-from-crd.ts";
export { type Explanation, explain } from "./explain.ts";
export { type RevisionObject, revisionKind } from "./fairway/revision.ts";
export type { AuthorizationPolicy, AuthorizationPolicySpec } from "./istio/authorization-policy.ts";
export { isKnownCipherSuite } from "./istio/cipher-suite.ts";
export type { ClientTlsSettings } from "./istio/client-tls.ts";
export type { ConnectionPoolSettings, TcpKeepalive } from "./istio/connection-pool.ts";
export type { ConsistentHash } from "./istio/consistent-hash.ts";
export type { Destination } from "./istio/destination.ts";
export type { DestinationRule, Subset } from "./istio/destination-rule.ts";
export { type EnvoyFilter, envoyFilterKind } from "./istio/envoy-filter.ts";
export { meshGateway } from "./istio/gateway-name.ts";
export { isRingSize, isTableSize, ringLimit, tableLimit } from "./istio/hash-size.ts";
export type { HeaderOperations, Headers } from "./istio/header-operations.ts";
export { grpcStatuses } from "./istio/http-fault.ts";
export type { HttpMatchRequest } from "./istio/http-match.ts";
export type { HttpRetry } from "./istio/http-retry.ts";
export type { HttpRoute } from "./istio/http-route.ts";
export type { IstioGateway, Server } from "./istio/istio-gateway.ts";
export type { IstioCondition, IstioStatus } from "./istio/istio-status.ts";
export type { L4MatchAttributes, RouteDestination, TcpRoute, TlsMatchAttributes, TlsRoute } from "./istio/l4-route.ts";
export type { LoadBalancerSettings } from "./istio/load-balancer.ts";
export type { LocalityLbSetting } from "./istio/locality-lb.ts";
export type { OutlierDetection } from "./istio/outlier-detection.ts";
export type { PeerAuthentication } from "./istio/peer-authentication.ts";
export type { PolicyTargetReference } from "./istio/policy-target.ts";
export type { RequestAuthentication } from "./istio/request-authentication.ts";
export type { ServerTlsSettings } from "./istio/server-tls-fields.ts";
export type { ServiceEntry } from "./istio/service-entry.ts";
export type { ServiceEntrySpec } from "./istio/service-entry-fields.ts";
export type { OutboundTrafficPolicy, Sidecar } from "./istio/sidecar.ts";
export type { EgressListener } from "./istio/sidecar-egress.ts";
export type { IngressListener } from "./istio/sidecar-ingress.ts";
export type { StringMatch } from "./istio/string-match.ts";
export type { AccessLogging, Telemetry } from "./istio/telemetry.ts";
export type { MetricsOverride, TelemetryMetrics } from "./istio/telemetry-metrics.ts";
export type { WorkloadMode } from "./istio/telemetry-provider.ts";
export type { TelemetryTracing } from "./istio/telemetry-tracing.ts";
export type { TrafficExtension } from "./istio/traffic-extension.ts";
export type { PortTrafficPolicy, TrafficPolicy } from "./istio/traffic-policy.ts";
export type { VirtualService } from "./istio/virtual-service.ts";
export type { WasmPlugin } from "./istio/wasm-plugin.ts";
export type { WorkloadEntry, WorkloadEntrySpec } from "./istio/workload-entry.ts";
export type { WorkloadGroup } from "./istio/workload-group.ts";
export { applyJsonPatch } from "./json-patch.ts";
export { compileJsonPath } from "./json-path.ts";
export { defineKind, type KindDefinition, type KindVersion, type PrinterColumn, storedVersion } from "./kind.ts";
export { builtInCatalog, builtInKinds } from "./kinds.ts";
export type { ClusterRole } from "./kubernetes/cluster-role.ts";
export type { EndpointSlice, SliceEndpoint } from "./kubernetes/endpoint-slice.ts";
export type { Endpoints as KubernetesEndpoints } from "./kubernetes/endpoints.ts";
export { type Namespace, systemNamespaces } from "./kubernetes/namespace.ts";
export type { Node } from "./kubernetes/node.ts";
export type { Pod } from "./kubernetes/pod.ts";
export type { PolicyRule } from "./kubernetes/policy-rule.ts";
export {
  type AccessReview,
  reviewKinds,
  type SelfSubjectRulesReview,
  type TokenRequest,
  type TokenReview,
  tokenRequestKind,
  type UserInfo,
} from "./kubernetes/reviews/index.ts";
export type { Role } from "./kubernetes/role.ts";
export type { RoleBinding } from "./kubernetes/role-binding.ts";
export { accountAnnotation, accountTokenType, type Secret } from "./kubernetes/secret.ts";
export type { Service as KubernetesService } from "./kubernetes/service.ts";
export type { ServicePort as KubernetesServicePort } from "./kubernetes/service-spec.ts";
export { encodeMcpResource, mcpName, mcpResourceMessage } from "./mcp-resource.ts";
export { applyMergePatch } from "./merge-patch.ts";
export { applyMeshConfig, applyProxyConfig } from "./mesh/apply-mesh-config.ts";
export type { ConnectionSettings } from "./mesh/connection-settings.ts";
export { defaultMeshConfig } from "./mesh/default-mesh-config.ts";
export { encodeMeshConfig, encodeProxyConfig } from "./mesh/encode-mesh.ts";
export type { MeshConfig } from "./mesh/mesh-config.ts";
export type { MeshNetwork, MeshNetworks } from "./mesh/mesh-networks.ts";
export type { MeshProxyConfig } from "./mesh/mesh-proxy-config.ts";
export type { ProxyTracing } from "./mesh/proxy-tracing.ts";
export { type MeshReading, readMeshConfig, readMeshNetworks, readProxyConfig } from "./mesh/read-mesh-config.ts";
export type { LabelSelector } from "./meta/label-selector.ts";
export { matchesSelector } from "./meta/matches-selector.ts";
export { objectMeta } from "./meta/object-meta.ts";
export { formatPath, type Path, type PathStep, type Problem, type Report, type Severity } from "./problem.ts";
export { decodeResource, type EncodedResource, encodeResource } from "./protobuf.ts";
export { type CheckedDocument, checkDocuments } from "./read/check-documents.ts";
export { checkMeshFile } from "./read/check-mesh.ts";
export {
  defaultLimits,
  type ReadLimits,
  readDocuments,
  type SourceProblem,
  sourceProblem,
} from "./read/read-documents.ts";
export type { Position, SourceDocument } from "./read/source-document.ts";
export {
  apiVersionOf,
  formatGroupKind,
  formatKey,
  type GroupKind,
  groupOf,
  keyOf,
  type ObjectMeta,
  type OwnerReference,
  type Resource,
  type ResourceKey,
  versionOf,
} from "./resource.ts";
export { prune } from "./schema/conform.ts";
export { type OpenApiSchema, toOpenApi } from "./schema/openapi.ts";
export type { ObjectSchema, Schema } from "./schema/schema.ts";
export { applyStrategicPatch } from "./strategic-patch.ts";
export { gridServiceName, type ServiceGrid } from "./superedge/service-grid.ts";
export { kubeProtobuf } from "./wire/envelope.ts";
export { decodeBody, encodeBody, type TypedBody } from "./wire/protobuf-body.ts";
export { encodeWatchFrame, type WatchFrame, WatchFrameReader } from "./wire/watch-frame.ts";
