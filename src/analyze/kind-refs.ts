import type { GroupKind } from "../api/index.ts";

const ref = (group: string) => (kind: string) => ({ group, kind }) satisfies GroupKind;
const core = ref("");
const apps = ref("apps");
const admission = ref("admissionregistration.k8s.io");
const networking = ref("networking.istio.io");
const security = ref("security.istio.io");
const gatewayApi = ref("gateway.networking.k8s.io");

/** The kinds that analyzers read, whatever their version. */
export const kindRefs = {
  namespace: core("Namespace"),
  node: core("Node"),
  service: core("Service"),
  pod: core("Pod"),
  configMap: core("ConfigMap"),
  secret: core("Secret"),
  deployment: apps("Deployment"),
  statefulSet: apps("StatefulSet"),
  daemonSet: apps("DaemonSet"),
  mutatingWebhook: admission("MutatingWebhookConfiguration"),
  validatingWebhook: admission("ValidatingWebhookConfiguration"),
  crd: ref("apiextensions.k8s.io")("CustomResourceDefinition"),
  virtualService: networking("VirtualService"),
  destinationRule: networking("DestinationRule"),
  gateway: networking("Gateway"),
  serviceEntry: networking("ServiceEntry"),
  workloadEntry: networking("WorkloadEntry"),
  sidecar: networking("Sidecar"),
  envoyFilter: networking("EnvoyFilter"),
  authorizationPolicy: security("AuthorizationPolicy"),
  requestAuthentication: security("RequestAuthentication"),
  telemetry: ref("telemetry.istio.io")("Telemetry"),
  wasmPlugin: ref("extensions.istio.io")("WasmPlugin"),
  kubeGateway: gatewayApi("Gateway"),
  httpRoute: gatewayApi("HTTPRoute"),
  grpcRoute: gatewayApi("GRPCRoute"),
  /** Not an object of the API: the file or ConfigMap entry that names the mesh's networks. */
  meshNetworks: ref("mesh.istio.io")("MeshNetworks"),
} as const;
