import { mkdir } from "node:fs/promises";
import { builtInCatalog } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import type { LogScopes } from "../base/log.ts";
import { Metrics } from "../base/metrics.ts";
import { ControlZ, KnownTokens, OperationsServer, openAccess, standardPages, tokenAccess } from "../http/index.ts";
import { loadAuthority } from "../pki/index.ts";
import type { Settings } from "../settings/index.ts";
import { adminToken } from "./admin-token.ts";
import { apiSecurity } from "./api-security.ts";
import { drainMs, type Ground } from "./ground.ts";
import { registerMetrics } from "./metrics.ts";
import type { Observer } from "./observer.ts";
import { openCluster } from "./open-cluster.ts";
import { openEnvironment } from "./open-environment.ts";
import { openStore } from "./open-store.ts";
import { loadSample } from "./sample/load-sample.ts";
import { startApi } from "./start-api.ts";
import { startGrids } from "./start-grids.ts";
import { startXds } from "./start-xds.ts";

export interface ServerOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly logs: LogScopes;
  /** Told of each part as soon as it listens. */
  readonly announce: (name: string, address: string) => void;
  /** Who else is told what happens. Default: nobody. */
  readonly observer?: Observer;
}

export interface Server {
  /** Drains and stops, in the reverse order of the start. */
  close(): Promise<void>;
}

/** Starts the control plane: store, mesh, API, xDS, metrics and ControlZ. If a part fails, those before it are stopped. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    await start(options, stops);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(options: ServerOptions, stops: (() => Promise<void>)[]): Promise<void> {
  const { settings, logs, version } = options;
  let ready = false;
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const metrics = new Metrics();
  const { store, history, kinds } = await openStore(settings, builtInCatalog(), logs, stops);
  const environment = await openEnvironment(settings, store, logs.scope("mesh", "What the mesh decides"));
  stops.push(() => environment.close());
  const ground: Ground = {
    ...options,
    stops,
    metrics: registerMetrics(metrics, version),
    store,
    history,
    kinds,
    environment,
    authority: await loadAuthority(settings.dataDir, systemClock),
    adminToken: await adminToken(settings.dataDir),
    ready: () => ready,
    async listen(name, listener, address) {
      const bound = await listener.listen(address, `${name} (--${name}-address)`);
      stops.push(() => listener.close(drainMs));
      return bound;
    },
  };
  const security = await apiSecurity(ground);
  const cluster = await openCluster(ground, security.tokens);
  if (settings.sample !== undefined) await loadSample(settings.sample, cluster, logs.scope("main", "Start and stop"));
  const writeKubeconfig = await startApi(ground, cluster, security);
  await startGrids({ ...ground, store: cluster });
  const pages = await startXds(ground);
  const access = settings.debugAuth ? tokenAccess(new KnownTokens(ground.adminToken)) : openAccess;
  const operations = new OperationsServer([...standardPages(metrics, ground.ready), ...pages], access);
  const { announce, listen } = ground;
  announce("http", `http://${await listen("http", operations, settings.httpAddress)}`);
  announce("ctrlz", `http://${await listen("ctrlz", new ControlZ(logs, access), settings.ctrlzAddress)}`);
  announce("kubeconfig", await writeKubeconfig());
  ready = true;
}
