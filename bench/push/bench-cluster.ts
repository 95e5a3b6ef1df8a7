import { builtInKinds, crdManifest } from "../../src/api/index.ts";
import { createDefinitions } from "../../test/peers/create-definitions.ts";
import { startEtcd } from "../../test/peers/etcd.ts";
import { startKubeApiserver } from "../../test/peers/kube-apiserver.ts";
import type { KubeClient, KubeObject } from "../../test/peers/kube-client.ts";
import { scratch } from "../../test/tools/fairway.ts";
import { fill } from "./target.ts";

/** A kube-apiserver on an etcd, with the definitions of Istio's kinds. */
export interface BenchCluster {
  readonly client: KubeClient;
  readonly kubeconfig: string;
  /** Removed with the cluster. */
  readonly dir: string;
  stop(): Promise<void>;
}

/** Starts a cluster, and creates `ground` on it. */
export async function startBenchCluster(ground: readonly KubeObject[], stopped: AbortSignal): Promise<BenchCluster> {
  const { dir, remove } = scratch();
  const stops: (() => unknown)[] = [remove];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const etcd = await startEtcd(dir);
    stops.push(() => etcd.stop());
    const { client, kubeconfig, stop: stopServer } = await startKubeApiserver(dir, etcd.url);
    stops.push(stopServer);
    await createDefinitions(client, istioDefinitions());
    await fill({ client }, ground, stopped);
    return { client, kubeconfig, dir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The definitions of Istio's kinds, without checks: the API server's work is not what is measured. */
function istioDefinitions(): readonly KubeObject[] {
  const own = builtInKinds.filter(({ group, storedAs }) => group.endsWith(".istio.io") && storedAs === undefined);
  return own.map((kind) => {
    const { spec, ...rest } = crdManifest(kind) as KubeObject;
    const { versions, ...names } = spec as { readonly versions: readonly object[] };
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    return {
      ...rest,
      spec: { ...names, versions: versions.map((version) => ({ ...version, schema: { openAPIV3Schema: open } })) },
    };
  });
}
