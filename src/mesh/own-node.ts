import type { SidecarScope } from "./sidecar/sidecar-scope.ts";

/** Label of a workload that says which node it runs on. */
const nodeLabel = "kubernetes.io/hostname";

const known = new WeakMap<SidecarScope["services"], boolean>();

/** Whether some service is reached on the client's own node only or first, so that clients on different nodes differ. */
export function choosesByNode({ services }: SidecarScope, labelKeys: ReadonlySet<string>): boolean {
  if (labelKeys.has(nodeLabel)) return true;
  const chooses =
    known.get(services) ??
    services.some(({ nodeLocal, trafficDistribution }) => nodeLocal || trafficDistribution === "prefer-same-node");
  known.set(services, chooses);
  return chooses;
}
