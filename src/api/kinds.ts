import { KindCatalog } from "./catalog.ts";
import { backendTlsPolicyKind } from "./gateway/backend-tls-policy.ts";
import { gatewayClassKind } from "./gateway/gateway-class.ts";
import { grpcRouteKind } from "./gateway/grpc-route.ts";
import { httpRouteKind } from "./gateway/http-route.ts";
import { kubeGatewayKind } from "./gateway/kube-gateway.ts";
import { referenceGrantKind } from "./gateway/reference-grant.ts";
import { tcpRouteKind } from "./gateway/tcp-route.ts";
import { tlsRouteKind } from "./gateway/tls-route.ts";
import { authorizationPolicyKind } from "./istio/authorization-policy.ts";
import { destinationRuleKind } from "./istio/destination-rule.ts";
import { envoyFilterKind } from "./istio/envoy-filter.ts";
import { istioGatewayKind } from "./istio/istio-gateway.ts";
import { peerAuthenticationKind } from "./istio/peer-authentication.ts";
import { proxyConfigKind } from "./istio/proxy-config.ts";
import { requestAuthenticationKind } from "./istio/request-authentication.ts";
import { serviceEntryKind } from "./istio/service-entry.ts";
import { sidecarKind } from "./istio/sidecar.ts";
import { telemetryKind } from "./istio/telemetry.ts";
import { trafficExtensionKind } from "./istio/traffic-extension.ts";
import { virtualServiceKind } from "./istio/virtual-service.ts";
import { wasmPluginKind } from "./istio/wasm-plugin.ts";
import { workloadEntryKind } from "./istio/workload-entry.ts";
import { workloadGroupKind } from "./istio/workload-group.ts";
import type { KindDefinition } from "./kind.ts";
import { clusterRoleKind } from "./kubernetes/cluster-role.ts";
import { clusterRoleBindingKind } from "./kubernetes/cluster-role-binding.ts";
import { configMapKind } from "./kubernetes/config-map.ts";
import { customResourceDefinitionKind } from "./kubernetes/custom-resource-definition.ts";
import { daemonSetKind } from "./kubernetes/daemon-set.ts";
import { deploymentKind } from "./kubernetes/deployment.ts";
import { endpointSliceKind } from "./kubernetes/endpoint-slice.ts";
import { endpointsKind } from "./kubernetes/endpoints.ts";
import { eventKind } from "./kubernetes/event.ts";
import { eventsK8sIoEventKind } from "./kubernetes/events-k8s-io-event.ts";
import { horizontalPodAutoscalerKind } from "./kubernetes/horizontal-pod-autoscaler.ts";
import { ingressKind } from "./kubernetes/ingress.ts";
import { ingressClassKind } from "./kubernetes/ingress-class.ts";
import { leaseKind } from "./kubernetes/lease.ts";
import { mutatingWebhookConfigurationKind } from "./kubernetes/mutating-webhook-configuration.ts";
import { namespaceKind } from "./kubernetes/namespace.ts";
import { nodeKind } from "./kubernetes/node.ts";
import { podKind } from "./kubernetes/pod.ts";
import { podDisruptionBudgetKind } from "./kubernetes/pod-disruption-budget.ts";
import { roleKind } from "./kubernetes/role.ts";
import { roleBindingKind } from "./kubernetes/role-binding.ts";
import { secretKind } from "./kubernetes/secret.ts";
import { serviceKind } from "./kubernetes/service.ts";
import { serviceAccountKind } from "./kubernetes/service-account.ts";
import { serviceCidrKind } from "./kubernetes/service-cidr.ts";
import { statefulSetKind } from "./kubernetes/stateful-set.ts";
import { validatingWebhookConfigurationKind } from "./kubernetes/validating-webhook-configuration.ts";
import { deploymentGridKind } from "./superedge/deployment-grid.ts";
import { serviceGridKind } from "./superedge/service-grid.ts";
import { statefulSetGridKind } from "./superedge/stateful-set-grid.ts";

/** Every kind that Fairway knows by itself. The order is the one in which lists show them. */
export const builtInKinds: readonly KindDefinition[] = [
  namespaceKind,
  nodeKind,
  serviceKind,
  endpointsKind,
  endpointSliceKind,
  podKind,
  configMapKind,
  secretKind,
  serviceAccountKind,
  eventKind,
  eventsK8sIoEventKind,
  leaseKind,
  serviceCidrKind,
  ingressKind,
  ingressClassKind,
  deploymentKind,
  statefulSetKind,
  daemonSetKind,
  horizontalPodAutoscalerKind,
  podDisruptionBudgetKind,
  roleKind,
  clusterRoleKind,
  roleBindingKind,
  clusterRoleBindingKind,
  validatingWebhookConfigurationKind,
  mutatingWebhookConfigurationKind,
  customResourceDefinitionKind,
  virtualServiceKind,
  destinationRuleKind,
  istioGatewayKind,
  serviceEntryKind,
  workloadEntryKind,
  workloadGroupKind,
  sidecarKind,
  envoyFilterKind,
  proxyConfigKind,
  authorizationPolicyKind,
  peerAuthenticationKind,
  requestAuthenticationKind,
  telemetryKind,
  wasmPluginKind,
  trafficExtensionKind,
  gatewayClassKind,
  kubeGatewayKind,
  httpRouteKind,
  grpcRouteKind,
  tlsRouteKind,
  tcpRouteKind,
  referenceGrantKind,
  backendTlsPolicyKind,
  serviceGridKind,
  deploymentGridKind,
  statefulSetGridKind,
];

/** A catalogue of the built-in kinds. */
export function builtInCatalog(): KindCatalog {
  return new KindCatalog(builtInKinds);
}
