import { builtInKinds, crdManifest } from "../../src/api/index.ts";
import { createDefinitions } from "../../test/peers/create-definitions.ts";
import { startEtcd } from "../../test/peers/etcd.ts";
import { startIstiod } from "../../test/peers/istiod.ts";
import { startKubeApiserver } from "../../test/peers/kube-apiserver.ts";
import type { KubeObject } from "../../test/peers/kube-client.ts";
import { scratch } from "../../test/tools/fairway.ts";
import { fill, type Target } from "./target.ts";

/**
 * Starts istiod with its own defaults on a kube-apiserver and an etcd. Only istiod's process is counted. `ground` is
 * created before it starts: it wants its namespace.
 */
export async function startIstiodTarget(ground: readonly KubeObject[], stopped: AbortSignal): Promise<Target> {
  const { dir, remove } = scratch();
  const stops: (() => unknown)[] = [remove];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const etcd = await startEtcd(dir);
    stops.push(() => etcd.stop());
    const apiserver = await startKubeApiserver(dir, etcd.url);
    stops.push(() => apiserver.stop());
    const { client, kubeconfig } = apiserver;
    await createDefinitions(client, istioDefinitions());
    const target = { name: "istiod", client, stop } as const;
    const [namespaces, others] = [ground.filter(isNamespace), ground.filter((object) => !isNamespace(object))];
    await fill({ ...target, xds: "", pid: 0 }, namespaces, stopped);
    await fill({ ...target, xds: "", pid: 0 }, others, stopped);
    const istiod = await startIstiod({ dir, kubeconfig, env: {} });
    stops.push(() => istiod.stop());
    return { ...target, xds: istiod.xds.replace("http://", ""), pid: istiod.pid };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isNamespace = ({ kind }: KubeObject) => kind === "Namespace";

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
