import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { builtInCatalog } from "../../api/index.ts";
import { systemClock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import type { LogScopes } from "../../base/log.ts";
import { isLoopback } from "../../base/loopback.ts";
import { Metrics } from "../../base/metrics.ts";
import { EdgeServer, FollowedState } from "../../edge/index.ts";
import {
  defaultApiLimits,
  OperationsServer,
  openAccess,
  type ServerIdentity,
  standardPages,
} from "../../http/index.ts";
import { inClusterAccess, type KubeAccess, KubeClient, nodeTransport, readKubeconfig } from "../../kube/index.ts";
import type { EdgeSettings, Environment } from "../../settings/index.ts";
import { drainMs } from "../ground.ts";
import { type Started, startOrStop } from "../start-or-stop.ts";
import { registerEdgeMetrics } from "./edge-metrics.ts";
import { edgePages } from "./edge-pages.ts";

export interface EdgeOptions {
  readonly settings: EdgeSettings;
  readonly environment: Environment;
  readonly version: string;
  readonly logs: LogScopes;
  /** Told of each part as soon as it listens. */
  readonly announce: (name: string, address: string) => void;
}

/** Milliseconds: watches of clients that do not say how long, bookmarks, and clients that do not read. */
const watchTimes = { clock: systemClock, defaultTimeout: 60_000, bookmarkInterval: 60_000, stallTimeout: 30_000 };

/** Starts the wrapper: what is known of the API server first, then the server for clients. If a part fails, all stop. */
export function startEdge(options: EdgeOptions): Promise<Started> {
  return startOrStop((stops) => start(options, stops));
}

async function start(options: EdgeOptions, stops: (() => Promise<void>)[]): Promise<void> {
  const { settings, environment, version, logs, announce } = options;
  const log = logs.scope("edge", "What is served to the node's clients");
  const identity = await serverIdentity(settings);
  const transport = nodeTransport(await upstreamAccess(settings, environment), { environment });
  stops.push(async () => transport.close());
  let followed: FollowedState | undefined;
  const metrics = new Metrics();
  const counts = registerEdgeMetrics(metrics, () => followed);
  const pages = [
    ...standardPages(metrics, () => followed?.state.begun ?? false),
    ...edgePages(settings.nodeName, () => followed),
  ];
  const operations = new OperationsServer(pages, openAccess);
  const operationsUrl = `http://${await operations.listen(settings.httpAddress, "http (--http-address)")}`;
  stops.push(() => operations.close(drainMs));
  announce("http", operationsUrl);
  const kinds = builtInCatalog();
  const state = await FollowedState.open({
    ...settings,
    directory: settings.cacheDir,
    client: new KubeClient({ transport: transport.send, kinds: () => kinds, userAgent: `fairway-edge/${version}` }),
    send: transport.send,
    clock: systemClock,
    log,
    cacheFailed: () => counts.cacheErrors.inc(),
    odd: ({ kind }) => counts.oddObjects.inc(kind),
  });
  stops.push(() => state.close());
  followed = state;
  await state.ready();
  const server = new EdgeServer({
    store: state.published,
    kinds: () => kinds,
    serves: (kind) => state.state.knows(kind),
    send: transport.send,
    reachable: () => state.upstream.reachable,
    stale: () => state.stale(),
    times: watchTimes,
    limits: defaultApiLimits,
    ...(identity && { identity }),
    debug: settings.debug,
    log: logs.scope("requests", "A line for each request to the wrapper"),
    answered: (way, method, code) => counts.requests.inc(way, method, String(code)),
    watching: (change) => counts.watches.set(counts.watches.get() + change),
  });
  const { bindAddress } = settings;
  const bound = await server.listen(bindAddress, "edge (--bind-address)");
  stops.push(() => server.close(drainMs));
  if (!identity && bindAddress.host !== "localhost" && !isLoopback(bindAddress.host)) {
    log.warn("Whoever reaches this address may use the wrapper's access to the API server", { address: bound });
  }
  announce("edge", `${identity ? "https" : "http"}://${bound}`);
}

async function upstreamAccess({ kubeconfig }: EdgeSettings, environment: Environment): Promise<KubeAccess> {
  const readText = (path: string) => readFile(path, "utf8");
  if (kubeconfig !== undefined) {
    const text = await readText(kubeconfig).catch((error: unknown) => {
      throw new FairwayError("Settings", `--kubeconfig ${kubeconfig} cannot be read`, { cause: error });
    });
    return readKubeconfig(text, { directory: dirname(kubeconfig), readFile: readText });
  }
  const access = await inClusterAccess(environment, readText);
  if (!access) throw new FairwayError("Settings", "--kubeconfig must name a file: this does not run in a pod");
  return access;
}

async function serverIdentity({ certFile, keyFile, caFile }: EdgeSettings): Promise<ServerIdentity | undefined> {
  if (certFile === undefined && keyFile === undefined && caFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new FairwayError(
      "Settings",
      "--cert-file and --key-file must be given together, and --ca-file only with them",
    );
  }
  const read = (path: string, flag: string) =>
    readFile(path, "utf8").catch((error: unknown) => {
      throw new FairwayError("Settings", `${flag} ${path} cannot be read`, { cause: error });
    });
  return {
    certificate: await read(certFile, "--cert-file"),
    privateKey: await read(keyFile, "--key-file"),
    clientAuthorities: caFile === undefined ? [] : [await read(caFile, "--ca-file")],
  };
}
