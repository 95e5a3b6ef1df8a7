import type { KindDefinition } from "../api/index.ts";

/** Groups whose objects configure the mesh. Kubernetes' own kinds may hold secrets and are many: they are left out. */
const configGroups = /(?:^|\.)istio\.io$|^gateway\.networking\.(?:x-)?k8s\.io$/;

/** Whether objects of a kind are shown to who may see the mesh's configuration. */
export function isConfigKind({ group, storedAs }: KindDefinition): boolean {
  return configGroups.test(group) && storedAs === undefined;
}
