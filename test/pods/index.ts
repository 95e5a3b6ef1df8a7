/**
 * Pods that are real but for Kubernetes: a network namespace each, its traffic captured, a real Envoy that a running
 * control plane configures, and a service that stands in for a workload. What Kubernetes would write (Pods,
 * EndpointSlices) the harness writes through the control plane's own API.
 *
 *     await using mesh = await startPods({
 *       services: [{ name: "web", ports: [{ name: "http", port: 80, targetPort: 9080 }] }],
 *       pods: [{ name: "web-v1" }, { name: "client" }],
 *     });
 *     const { echo } = await mesh.pod("client").get("http://web/");
 */
export type { Answer, Echo, LoadReport } from "./inside/protocol.ts";
export { podsNeed } from "./machine.ts";
export type { CallOptions, Pod, PodAnswer, PodLoad } from "./pod.ts";
export { type PodMesh, startPods } from "./pod-mesh.ts";
export type { PodPhase, ServiceSpec } from "./pod-objects.ts";
export type { PodSpec } from "./pod-spec.ts";
