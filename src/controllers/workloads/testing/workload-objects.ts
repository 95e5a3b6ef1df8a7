import type { Resource, WorkloadEntry, WorkloadGroup } from "../../../api/index.ts";
import { type Proxy as MeshProxy, parseProxy } from "../../../core/index.ts";

const apiVersion = "networking.istio.io/v1";

/** A WorkloadGroup of the namespace `app`. */
export function workloadGroup(name: string, spec: Partial<WorkloadGroup["spec"]> = {}): WorkloadGroup {
  const template = { serviceAccount: "vm", ...spec.template };
  return { apiVersion, kind: "WorkloadGroup", metadata: { name, namespace: "app" }, spec: { ...spec, template } };
}

/** A WorkloadEntry of the namespace `app`. */
export function workloadEntry(name: string, annotations: { readonly [name: string]: string } = {}): WorkloadEntry {
  const spec = { address: "10.0.0.1", serviceAccount: "vm" };
  return { apiVersion, kind: "WorkloadEntry", metadata: { name, namespace: "app", annotations }, spec };
}

/** The proxy of a virtual machine in the namespace `app`. */
export function machine(metadata: { readonly [field: string]: unknown }, address = "10.0.0.1"): MeshProxy {
  return parseProxy({ id: `sidecar~${address}~vm.app~app.svc.cluster.local`, metadata });
}

/** What the entry's annotations say of who has its workload; times are left out. */
export function marksOf(entry: Resource | undefined): string {
  if (!entry) return "none";
  const { "istio.io/workloadController": replica = "nobody", ...others } = entry.metadata.annotations ?? {};
  const state = ["connectedAt", "disconnectedAt"].filter((mark) => `istio.io/${mark}` in others);
  return [replica, ...state].join(" ");
}
