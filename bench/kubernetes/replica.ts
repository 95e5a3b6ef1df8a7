import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startIstiod } from "../../test/peers/istiod.ts";
import { startFairway } from "../../test/tools/fairway.ts";
import { compileSources } from "../compile-sources.ts";
import type { BenchCluster } from "../push/bench-cluster.ts";
import { Fleet } from "../push/fleet.ts";
import type { TargetName } from "../push/target.ts";

/** A control plane on an API server, started for one measure. */
export interface Replica {
  readonly name: TargetName;
  /** Host and port of its ADS, in plain text. */
  readonly xds: string;
  readonly pid: number;
  /** Milliseconds from its start until it said that it is ready. */
  readonly startMs: number;
  /** Sidecars for it, which are not connected yet. */
  readonly fleet: Fleet;
  stop(): Promise<void>;
}

const starters = {
  async fairway({ kubeconfig }: BenchCluster, dir: string) {
    const server = await startFairway(join(dir, "data"), ["--kubeconfig", kubeconfig], {
      within: ["setpriv", "--pdeathsig", "KILL"],
    });
    return { xds: server.addresses.get("xds") ?? "", pid: server.process.pid ?? 0, stop: () => server.stop() };
  },
  async istiod({ kubeconfig }: BenchCluster, dir: string) {
    const { xds, pid, stop } = await startIstiod({ dir, kubeconfig, env: {} });
    return { xds: xds.replace("http://", ""), pid, stop };
  },
};

/** Starts a control plane with its own defaults, and waits until it is ready. */
export async function startReplica(name: TargetName, cluster: BenchCluster, services: number): Promise<Replica> {
  const dir = join(cluster.dir, `${name}-${services}`);
  mkdirSync(dir);
  if (name === "fairway") await compileSources(join(dir, "first"), ["--kubeconfig", cluster.kubeconfig]);
  const begun = performance.now();
  const { xds, pid, stop } = await starters[name](cluster, dir);
  const startMs = performance.now() - begun;
  const fleet = new Fleet();
  return {
    ...{ name, xds, pid, startMs, fleet },
    async stop() {
      await fleet.stop();
      await stop();
    },
  };
}
