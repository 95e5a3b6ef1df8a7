import { join } from "node:path";
import { freePorts } from "../../src/base/free-ports.ts";
import { accessOf, type KubeAccess, KubeClient } from "../peers/kube-client.ts";
import { type RunningFairway, startFairway } from "../tools/fairway.ts";
import { namespace } from "./cluster-objects.ts";

/** A cluster that is a Fairway with an embedded store; it can be killed and started again where it was. */
export interface FairwayCluster {
  readonly name: string;
  readonly access: KubeAccess;
  readonly client: KubeClient;
  readonly running: () => RunningFairway;
  kill(): Promise<void>;
  start(args?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Starts one in a directory, with the namespaces `app` and `istio-system`. */
export async function startCluster(dir: string, name: string): Promise<FairwayCluster> {
  const [port = 0] = await freePorts(1);
  const data = join(dir, name);
  const start = (args: readonly string[] = []) =>
    startFairway(data, ["--cluster-id", name, "--api-address", `127.0.0.1:${port}`, ...args]);
  let running = await start();
  const access = await accessOf(join(data, "kubeconfig"));
  const client = new KubeClient(access);
  for (const each of ["app", "istio-system"]) await client.create(namespace(each));
  return {
    name,
    access,
    client,
    running: () => running,
    kill: () => running.kill(),
    async start(args) {
      running = await start(args);
    },
    async close() {
      client.close();
      await running.stop();
    },
  };
}
