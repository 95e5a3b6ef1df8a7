import { readFile } from "node:fs/promises";
import { FairwayError, isFault } from "../../base/fault.ts";
import { openKubeconfig } from "../../cli/index.ts";
import { inClusterAccess, type KubeAccess } from "../../kube/index.ts";
import type { Environment } from "../../settings/index.ts";

/** In place of a kubeconfig's name: a pod's own access. */
export const inCluster = "in-cluster";

/** How to reach the API server that a setting names: by a kubeconfig, or by the access of this pod. */
export async function readAccess(kubeconfig: string, environment: Environment): Promise<KubeAccess> {
  const read = (path: string) => readFile(path, "utf8");
  if (kubeconfig === inCluster) {
    const { KUBERNETES_SERVICE_HOST: host = "", KUBERNETES_SERVICE_PORT: port = "" } = environment;
    const access = await inClusterAccess({ KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port }, read);
    if (access) return access;
    throw new FairwayError("Settings", "this is no pod of a cluster: give a kubeconfig with --kubeconfig");
  }
  return openKubeconfig(kubeconfig).catch((cause: unknown) => {
    throw isFault(cause, "NotFound") ? new FairwayError("Settings", cause.message, { cause }) : cause;
  });
}
