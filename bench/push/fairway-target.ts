import { join } from "node:path";
import { accessOf, KubeClient } from "../../test/peers/kube-client.ts";
import { scratch, startFairway } from "../../test/tools/fairway.ts";
import { compileSources } from "../compile-sources.ts";
import type { Target } from "./target.ts";

/** Starts `fairway up` as it comes, on free ports and a data directory of its own. API, store and xDS are one process. */
export async function startFairwayTarget(): Promise<Target> {
  const { dir, remove } = scratch();
  const start = async () => {
    await compileSources(join(dir, "first"));
    // Whatever way this process ends, it does not outlive it.
    return startFairway(join(dir, "data"), [], { within: ["setpriv", "--pdeathsig", "KILL"] });
  };
  const server = await start().catch((error: unknown) => {
    remove();
    throw error;
  });
  const client = new KubeClient(await accessOf(server.addresses.get("kubeconfig") ?? ""));
  return {
    name: "fairway",
    client,
    xds: server.addresses.get("xds") ?? "",
    pid: server.process.pid ?? 0,
    stop: async () => {
      client.close();
      await server.stop();
      remove();
    },
  };
}
