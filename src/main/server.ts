import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { builtInCatalog } from "../api/index.ts";
import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import type { LogScopes } from "../base/log.ts";
import { Metrics } from "../base/metrics.ts";
import { writeFileAtomically } from "../base/write-file.ts";
import { noEvents } from "../deliver/index.ts";
import {
  ApiServer,
  administratorsOnly,
  ControlZ,
  type Listener,
  OperationsServer,
  standardPages,
  tokenAuthentication,
} from "../http/index.ts";
import { loadAuthority, loadServerCertificate } from "../pki/index.ts";
import type { Settings } from "../settings/index.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { kubeconfig } from "./kubeconfig.ts";
import { registerMetrics } from "./metrics.ts";
import { openEnvironment } from "./open-environment.ts";
import { openStore } from "./open-store.ts";
import { Xds } from "./xds.ts";

/** How long requests under way may take to end when the server stops. */
const drainMs = 3000;

export interface ServerOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly logs: LogScopes;
  /** Told of each part as soon as it listens. */
  readonly announce: (name: string, address: string) => void;
}

export interface Server {
  /** Drains and stops, in the reverse order of the start. */
  close(): Promise<void>;
}

/** Starts the control plane: store, kinds, API, metrics and ControlZ. If a part fails, those before it are stopped. */
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
  const { settings, logs, version, announce } = options;
  const { dataDir } = settings;
  let ready = false;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });

  const metrics = new Metrics();
  const { requests, requestSeconds } = registerMetrics(metrics);
  const { store, kinds } = await openStore(settings, builtInCatalog(), logs, stops);
  const environment = await openEnvironment(settings, store, logs.scope("mesh", "What the mesh decides"));
  stops.push(() => environment.close());

  const listen = async (name: string, listener: Listener, address: Settings["apiAddress"], flag: string) => {
    const bound = await listener.listen(address, `${name} (${flag})`);
    stops.push(() => listener.close(drainMs));
    return bound;
  };

  const token = await adminToken(dataDir);
  const authority = await loadAuthority(dataDir, systemClock);
  const names = [...new Set(["localhost", "127.0.0.1", "::1", ...certifiable(settings.apiAddress.host)])];
  const certificate = await loadServerCertificate(dataDir, "api", authority, names, systemClock);
  const api = new ApiServer({
    store,
    kinds,
    authenticate: tokenAuthentication(token),
    authorize: administratorsOnly,
    ...certificate,
    limits: { maxBodyBytes: 3 * 1024 * 1024, maxDepth: 100 },
    times: { clock: systemClock, defaultTimeout: 30 * 60_000, bookmarkInterval: 60_000 },
    log: logs.scope("http", "Requests to the API"),
    version,
    ready: () => ready,
    answered: (method, code, seconds) => {
      requests.inc(method, String(code));
      requestSeconds.observe(seconds, method);
    },
  });
  const xdsPair = await loadServerCertificate(dataDir, "xds", authority, names, systemClock);
  const xds = new Xds({
    settings,
    environment,
    codec: loadEnvoyCodec(),
    events: noEvents,
    logs,
    tls: { key: xdsPair.privateKey, cert: xdsPair.certificate, ca: authority.certificate },
  });
  stops.push(() => xds.close(drainMs));
  announce("xds", await xds.plain.listen(settings.xdsAddress, "xds (--xds-address)"));
  announce("xds-tls", await xds.encrypted.listen(settings.xdsTlsAddress, "xds-tls (--xds-tls-address)"));
  const apiUrl = `https://${await listen("api", api, settings.apiAddress, "--api-address")}`;
  announce("api", apiUrl);

  const operations = new OperationsServer(standardPages(metrics, () => ready));
  announce("http", `http://${await listen("http", operations, settings.httpAddress, "--http-address")}`);
  announce("ctrlz", `http://${await listen("ctrlz", new ControlZ(logs), settings.ctrlzAddress, "--ctrlz-address")}`);

  const kubeconfigPath = join(dataDir, "kubeconfig");
  await writeFileAtomically(kubeconfigPath, kubeconfig(reachable(apiUrl), authority.certificate, token), 0o600);
  announce("kubeconfig", kubeconfigPath);
  ready = true;
}

/** The administrator's token: made at random on first start, and kept. */
async function adminToken(dataDir: string): Promise<string> {
  const path = join(dataDir, "admin-token");
  const found = await readFile(path, "utf8").catch(() => "");
  if (found.trim() !== "") return found.trim();
  const made = randomIds.secret(32);
  await writeFileAtomically(path, `${made}\n`, 0o600);
  return made;
}

/** A host that a certificate can name; "listen everywhere" is none. */
function certifiable(host: string): string[] {
  return host === "" || host === "0.0.0.0" || host === "::" ? [] : [host];
}

/** The address a client on this machine can use, also where the server listens everywhere. */
function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
