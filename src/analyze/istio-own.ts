import type { AnalyzedObject } from "./analyzed-object.ts";

/** Namespaces of Kubernetes itself. */
const systemNamespaces = new Set(["kube-system", "kube-public", "kube-node-lease", "local-path-storage"]);

/** Whether the namespace belongs to Kubernetes itself: nobody configures a mesh there. */
export function isSystemNamespace(name: string): boolean {
  return systemNamespaces.has(name);
}

/** Whether the object is a part of Istio. */
export function isControlPlane({ labels }: AnalyzedObject): boolean {
  return labels["istio"] !== undefined || labels["release"] === "istio";
}

/** Whether Istio made the object for a Gateway: nobody can mend it by hand. */
export function isManagedGateway({ labels }: AnalyzedObject): boolean {
  return labels["gateway.istio.io/managed"] !== undefined;
}
