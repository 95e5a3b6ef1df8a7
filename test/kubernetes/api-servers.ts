import { join } from "node:path";
import { openKubeconfig } from "../../src/cli/index.ts";
import { type NodeTransport, nodeTransport } from "../../src/kube/index.ts";
import { startEtcd } from "../peers/etcd.ts";
import { goSkipReason } from "../peers/go-program.ts";
import { startKubeApiserver } from "../peers/kube-apiserver.ts";
import { startFairway } from "../tools/fairway.ts";

/** A server that speaks Kubernetes' API. */
export interface ApiServer {
  readonly kubeconfig: string;
  stop(): Promise<unknown>;
}

/** A server to run tests on: its name, how it is started in a directory, and why it cannot be here, if so. */
export interface ApiServerKind {
  readonly name: string;
  readonly start: (dir: string) => Promise<ApiServer>;
  readonly skip: false | string;
  /** Whether it acts on objects by itself, as a cluster's controllers do. */
  readonly controllers: boolean;
}

/** Fairway's own API, and the real one. */
export const apiServers: readonly ApiServerKind[] = [
  {
    name: "Fairway",
    start: async (dir) => {
      const running = await startFairway(dir);
      return { kubeconfig: join(dir, "kubeconfig"), stop: () => running.stop() };
    },
    skip: false,
    controllers: true,
  },
  {
    name: "kube-apiserver",
    start: async (dir) => {
      const etcd = await startEtcd(dir);
      const apiserver = await startKubeApiserver(dir, etcd.url);
      const stop = async () => {
        await apiserver.stop();
        await etcd.stop();
      };
      return { kubeconfig: apiserver.kubeconfig, stop };
    },
    skip: goSkipReason,
    controllers: false,
  },
];

/** The network to the server of a kubeconfig. */
export async function networkOf(kubeconfig: string): Promise<NodeTransport> {
  return nodeTransport(await openKubeconfig(kubeconfig), { environment: process.env });
}
