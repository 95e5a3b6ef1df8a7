import { hostname } from "node:os";
import { builtInCatalog } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import type { LogScopes } from "../base/log.ts";
import { newReplicaId } from "../controllers/index.ts";
import { loadAuthority } from "../pki/index.ts";
import type { Settings } from "../settings/index.ts";
import { apiSecurity } from "./api-security.ts";
import type { Backing } from "./ground.ts";
import { openCluster } from "./open-cluster.ts";
import { openStore } from "./open-store.ts";
import { secretsInStore } from "./remote/labelled-secrets.ts";
import { loadSample } from "./sample/load-sample.ts";
import { startApi } from "./start-api.ts";
import { startGrids } from "./start-grids.ts";
import { startStatus } from "./start-status.ts";
import { startCleaner } from "./start-workloads.ts";

/** The embedded store, with a Kubernetes-style API on it and all that makes a cluster of it. */
export async function openLocal(settings: Settings, logs: LogScopes, stops: (() => Promise<void>)[]): Promise<Backing> {
  const { store, history, kinds } = await openStore(settings, builtInCatalog(), logs, stops);
  return {
    store,
    kinds,
    authority: () => loadAuthority(settings.dataDir, systemClock),
    followSecrets: secretsInStore(store),
    // There is no other to whom it would matter.
    replica: { id: newReplicaId(hostname(), randomIds), announce: async () => undefined },
    async start(ground) {
      const security = await apiSecurity(ground);
      const cluster = await openCluster(ground, security.tokens);
      if (settings.sample !== undefined) {
        await loadSample(settings.sample, cluster, logs.scope("main", "Start and stop"));
      }
      const writeKubeconfig = await startApi(ground, cluster, { history, security });
      await startGrids({ ...ground, store: cluster });
      await startStatus(ground);
      await startCleaner(ground, { signs: async () => new Map(), forget: async () => undefined });
      return async () => ground.announce("kubeconfig", await writeKubeconfig());
    },
  };
}
