import { readFile } from "node:fs/promises";
import { systemClock } from "../../base/clock.ts";
import { repeat } from "../../base/repeat.ts";
import { nodeTransport, readKubeconfig } from "../../kube/index.ts";
import { processEnvironment } from "../../settings/index.ts";
import type { Ground } from "../ground.ts";
import type { FollowSecrets } from "./labelled-secrets.ts";
import { type RemoteClaim, remoteSecretLabel } from "./remote-claims.ts";
import { RemoteCluster } from "./remote-cluster.ts";
import { RemoteClusters, type RemoteEvents } from "./remote-clusters.ts";
import { measureRemotes } from "./remote-metrics.ts";

/** Milliseconds between two looks at how clusters do, for metrics. */
const lookMs = 5000;

/**
 * Follows the remote clusters that Secrets of the root namespace name. Resolves when the Secrets were read; the clusters
 * are then read in the background.
 */
export async function startRemotes(
  ground: Pick<Ground, "settings" | "environment" | "pace" | "logs" | "metrics" | "stops">,
  follow: FollowSecrets,
): Promise<RemoteClusters> {
  const { settings, environment, pace, logs, metrics, stops } = ground;
  const log = logs.scope("remote", "Remote clusters of the mesh");
  const { rootNamespace } = environment.snapshot.settings;
  const { watchedNamespaces: watched } = settings;
  const connect = async (claim: RemoteClaim, { joined }: RemoteEvents) => {
    const { cluster } = claim;
    const access = await readKubeconfig(claim.kubeconfig, {
      directory: "/",
      readFile: (path) => readFile(path, "utf8"),
      allowed: new Set(settings.insecureKubeconfigOptions),
    });
    return new RemoteCluster({
      cluster,
      network: nodeTransport(access, { environment: processEnvironment() }),
      namespaces: watched.length === 0 ? [] : [...watched, rootNamespace],
      environment,
      timeout: settings.remoteClusterTimeout,
      clock: systemClock,
      pace,
      log,
      joined,
      timedOut: () => metrics.remote.timeouts.inc(cluster),
    });
  };
  const remotes = new RemoteClusters({ ownCluster: settings.clusterId, connect, log });
  stops.push(() => remotes.close());
  const source = await follow({
    namespace: rootNamespace,
    label: remoteSecretLabel,
    take: (secrets) => void remotes.take(secrets),
    failed: (error) => log.warn("Secrets of remote clusters cannot be read; what was read last stays", { error }),
  });
  stops.push(() => source.close());
  const measure = () => measureRemotes(metrics.remote, remotes.list());
  measure();
  const stopMeasuring = repeat(systemClock, lookMs, measure);
  stops.push(async () => stopMeasuring());
  return remotes;
}
