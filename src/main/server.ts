import { mkdir } from "node:fs/promises";
import { aborted } from "../base/aborted.ts";
import type { LogScopes } from "../base/log.ts";
import { Metrics } from "../base/metrics.ts";
import { ControlZ, KnownTokens, OperationsServer, openAccess, standardPages, tokenAccess } from "../http/index.ts";
import type { ReadingPace } from "../kube/index.ts";
import type { Settings } from "../settings/index.ts";
import { adminToken } from "./admin-token.ts";
import { type Backing, drainMs, type Ground } from "./ground.ts";
import { openKubernetes } from "./kubernetes/open-kubernetes.ts";
import { registerMetrics } from "./metrics.ts";
import type { Observer } from "./observer.ts";
import { openEnvironment } from "./open-environment.ts";
import { openLocal } from "./open-local.ts";
import { readingPace } from "./reading-pace.ts";
import { startRemotes } from "./remote/start-remotes.ts";
import { type Started, startOrStop } from "./start-or-stop.ts";
import { startXds } from "./start-xds.ts";

export interface ServerOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly logs: LogScopes;
  /** Told of each part as soon as it listens. */
  readonly announce: (name: string, address: string) => void;
  /** Who else is told what happens. Default: nobody. */
  readonly observer?: Observer;
  /** Gives up starting, however long the store takes. Default: nothing does. */
  readonly signal?: AbortSignal;
}

/** Starts the control plane: store, mesh, API, xDS, metrics and ControlZ. If a part fails, those before it are stopped. */
export function startServer(options: ServerOptions): Promise<Started> {
  return startOrStop((stops) => start(options, stops));
}

async function start(options: ServerOptions, stops: (() => Promise<void>)[]): Promise<void> {
  const { settings, logs, version, announce, signal } = options;
  let ready = false;
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const metrics = new Metrics();
  const registered = registerMetrics(metrics, version);
  const listen: Ground["listen"] = async (name, listener, address) => {
    const bound = await listener.listen(address, `${name} (--${name}-address)`);
    stops.push(() => listener.close(drainMs));
    return bound;
  };
  const token = await adminToken(settings.dataDir);
  const access = settings.debugAuth ? tokenAccess(new KnownTokens(token)) : openAccess;
  // It listens first: who waits for the store must be seen to live, and not to be ready.
  const operations = new OperationsServer(
    standardPages(metrics, () => ready),
    access,
  );
  const operationsAddress = await listen("http", operations, settings.httpAddress);
  const pace = readingPace(settings);
  const backing = await openBacking(options, pace, stops);
  const { store, kinds, replica, followSecrets } = backing;
  const log = logs.scope("mesh", "What the mesh decides");
  const environment = await openEnvironment(settings, { store, metrics: registered, log });
  stops.push(() => environment.close());
  const remotes = await startRemotes({ settings, environment, pace, logs, metrics: registered, stops }, followSecrets);
  const ground: Ground = {
    ...options,
    stops,
    metrics: registered,
    store,
    kinds,
    replica,
    environment,
    pace,
    clusters: () => remotes.list(),
    authority: await backing.authority(),
    adminToken: token,
    ready: () => ready,
    listen,
  };
  const finish = await backing.start(ground);
  // No proxy is to lose endpoints of clusters that are only being read; but one that is away keeps nobody waiting for long.
  await Promise.race([remotes.settled(), ...(signal ? [aborted(signal)] : [])]);
  operations.add(await startXds(ground));
  announce("http", `http://${operationsAddress}`);
  announce("ctrlz", `http://${await listen("ctrlz", new ControlZ(logs, access), settings.ctrlzAddress)}`);
  await finish();
  ready = true;
}

function openBacking(options: ServerOptions, pace: ReadingPace, stops: (() => Promise<void>)[]): Promise<Backing> {
  const { settings, logs, signal } = options;
  if (settings.kubeconfig === undefined) return openLocal(settings, logs, stops);
  return openKubernetes({ settings, logs, pace, stops, ...(signal && { signal }) });
}
