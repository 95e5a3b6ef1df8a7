import type { AnalyzedObject, Placing } from "./analyzed-object.ts";
import { objectOf } from "./analyzed-object.ts";

const ports = [
  ["http2", 80],
  ["https", 443],
  ["tcp", 31400],
  ["tls", 15443],
] as const;

/**
 * The ingress gateway that an installation of Istio brings along. It counts as there, since files of routes seldom hold
 * it, unless a service among the objects leads to such a gateway.
 */
export function defaultResources(
  controlPlaneNamespace: string,
  objects: readonly AnalyzedObject[],
  placing: Placing,
): readonly AnalyzedObject[] {
  const own = objects.some(
    ({ kind, root }) => kind === "Service" && root.at("spec", "selector", "istio").text === "ingressgateway",
  );
  if (own) return [];
  const labels = { istio: "ingressgateway" };
  const metadata = { name: "istio-ingressgateway", namespace: controlPlaneNamespace, labels };
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata,
    spec: { containers: [{ name: "istio-proxy", image: "auto-injected" }] },
  };
  const service = {
    apiVersion: "v1",
    kind: "Service",
    metadata,
    spec: { selector: labels, ports: ports.map(([name, port]) => ({ name, port, protocol: "TCP", targetPort: port })) },
  };
  return [pod, service].flatMap((value) => objectOf(value, placing) ?? []);
}
