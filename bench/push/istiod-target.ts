import { startIstiod } from "../../test/peers/istiod.ts";
import type { KubeObject } from "../../test/peers/kube-client.ts";
import { startBenchCluster } from "./bench-cluster.ts";
import type { Target } from "./target.ts";

/**
 * Starts istiod with its own defaults on a kube-apiserver and an etcd. Only istiod's process is counted. `ground` is
 * created before it starts: it wants its namespace.
 */
export async function startIstiodTarget(ground: readonly KubeObject[], stopped: AbortSignal): Promise<Target> {
  const { client, kubeconfig, dir, stop } = await startBenchCluster(ground, stopped);
  try {
    const istiod = await startIstiod({ dir, kubeconfig, env: {} });
    const { pid, xds } = istiod;
    const stopBoth = async () => {
      await istiod.stop();
      await stop();
    };
    return { name: "istiod", client, xds: xds.replace("http://", ""), pid, stop: stopBoth };
  } catch (error) {
    await stop();
    throw error;
  }
}
