import { appendFileSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../base/clock.ts";
import { FairwayError } from "../../base/fault.ts";
import { type LogLine, LogScopes } from "../../base/log.ts";
import { textLine } from "../../base/log-format.ts";
import { type Address, parseSettings, type Settings } from "../../settings/index.ts";
import { startServer } from "../server.ts";
import { guardProcess } from "../stop-signal.ts";
import { type Change, ChangeWatch } from "./change-watch.ts";
import { startDemoEnvoy } from "./demo-envoy.ts";
import { sampleChanges } from "./sample-changes.ts";
import { sampleMesh } from "./sample-mesh.ts";
import { type SampleWorkloads, sampleLanes, startWorkloads } from "./sample-workloads.ts";
import { type LaneFigures, Tally } from "./tally.ts";
import { Traffic } from "./traffic.ts";

export interface DemoOptions {
  readonly version: string;
  /** Path of Envoy. */
  readonly envoy: string;
  /** Pages asked for per second. */
  readonly rate: number;
  /** Told what is being done. */
  readonly progress: (text: string) => void;
  /** Told of warnings and errors of the control plane, for example of a file that cannot be used. */
  readonly notice: (line: LogLine) => void;
}

/** Where everything of a running demo is. */
export interface DemoPlaces {
  /** The temporary directory that holds all of it. */
  readonly dir: string;
  /** Addresses of the control plane's parts by name, as `fairway up` tells them. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The page, by way of the gateway. */
  readonly page: string;
  readonly kubeconfig: string;
  /** Files here are in force, as they change. */
  readonly meshDir: string;
  /** Files here are to be tried. */
  readonly changesDir: string;
}

/** Milliseconds until the first page must have come. */
const patience = 60_000;

/** A control plane with a sample mesh, real Envoys and traffic, in a temporary directory. */
export class Demo {
  readonly #options: DemoOptions;
  readonly #stops: (() => Promise<unknown>)[] = [];
  readonly #watch = new ChangeWatch(() => systemClock.monotonic());
  #tally = new Tally({ lanes: sampleLanes, start: systemClock.monotonic() });
  #traffic: Traffic | undefined;
  #closing = false;
  readonly #deaths = Promise.withResolvers<never>();

  constructor(options: DemoOptions) {
    this.#options = options;
    this.#deaths.promise.catch(() => undefined);
  }

  /** Rejects when an Envoy ends by itself. */
  get died(): Promise<never> {
    return this.#deaths.promise;
  }

  /** Starts everything, and resolves when traffic flows. */
  async start(): Promise<DemoPlaces> {
    const dir = await mkdtemp(join(tmpdir(), "fairway-demo-"));
    const removeAtOnce = () => rmSync(dir, { recursive: true, force: true });
    // Also when a second signal ends the process at once.
    process.once("exit", removeAtOnce);
    await this.#onClose(() => rm(dir, { recursive: true, force: true }));
    const workloads = await startWorkloads((call) => {
      this.#tally.add(call);
      this.#watch.observe(call);
    });
    await this.#onClose(() => workloads.close());
    const [meshDir, changesDir, dataDir] = [join(dir, "mesh"), join(dir, "try"), join(dir, "data")];
    await writeFiles(meshDir, sampleMesh(workloads.ports));
    await writeFiles(changesDir, new Map(sampleChanges.map(({ name, yaml }) => [`${name}.yaml`, yaml])));
    this.#options.progress("starting the control plane");
    const addresses = await this.#startServer(dir, demoSettings(dataDir, meshDir));
    this.#options.progress("starting two Envoys");
    await this.#startEnvoys(dir, dataDir, addressOf(addresses.get("xds-tls") ?? ""));
    await Promise.race([this.#firstPage(workloads), this.died]);
    await this.#startTraffic(workloads);
    const kubeconfig = addresses.get("kubeconfig") ?? "";
    const page = `http://127.0.0.1:${workloads.ports.ingress}/`;
    return { dir, addresses, page, kubeconfig, meshDir, changesDir };
  }

  /** The calls of the last seconds. */
  figures(): readonly LaneFigures[] {
    return this.#tally.figures(systemClock.monotonic());
  }

  /** The last change of the configuration, with the milliseconds since; undefined if there was none. */
  change(): { readonly change: Change; readonly age: number } | undefined {
    const change = this.#watch.last;
    return change && { change, age: systemClock.monotonic() - change.at };
  }

  /** Requests that were not made because too many were under way. */
  get leftOut(): number {
    return this.#traffic?.leftOut ?? 0;
  }

  /** Stops and removes everything, also in the middle of its start. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const stop of this.#stops.splice(0).reverse()) await stop();
  }

  /** What has been started is stopped at once if the end has come already. */
  async #onClose(stop: () => Promise<unknown>): Promise<void> {
    if (!this.#closing) {
      this.#stops.push(stop);
      return;
    }
    await stop();
    throw new FairwayError("Unavailable", "the demo was stopped while it started");
  }

  async #startServer(dir: string, settings: Settings): Promise<ReadonlyMap<string, string>> {
    const { version, notice } = this.#options;
    const addresses = new Map<string, string>();
    const log = join(dir, "fairway.log");
    const sink = (line: LogLine) => {
      if (this.#closing) return;
      appendFileSync(log, textLine(line, false));
      if (line.level === "warn" || line.level === "error") notice(line);
    };
    const logs = new LogScopes(sink, systemClock, settings.logLevel);
    guardProcess(logs);
    const announce = (name: string, address: string) => void addresses.set(name, address);
    const server = await startServer({ settings, version, logs, announce, observer: this.#watch });
    await this.#onClose(() => server.close());
    return addresses;
  }

  async #startEnvoys(dir: string, dataDir: string, xds: Address): Promise<void> {
    const proxies = [
      { type: "router", name: "ingress", ip: "127.0.0.2", labels: { app: "ingress" }, metadata: {} },
      {
        type: "sidecar",
        name: "productpage",
        ip: "127.0.0.3",
        labels: { app: "productpage", version: "v1" },
        metadata: { INTERCEPTION_MODE: "NONE" },
      },
    ] as const;
    for (const proxy of proxies) {
      const envoy = await startDemoEnvoy({ program: this.#options.envoy, proxy, xds, dataDir, dir });
      void envoy.died.then((fault) => this.#deaths.reject(fault));
      await this.#onClose(() => envoy.close());
    }
  }

  async #firstPage(workloads: SampleWorkloads): Promise<void> {
    const end = systemClock.monotonic() + patience;
    while (!this.#closing && !((await workloads.ask(false)) && this.#allAnswered())) {
      if (systemClock.monotonic() > end) {
        throw new FairwayError("Timeout", `the demo's Envoys have served no page within ${patience / 1000} s`);
      }
      await pause(20);
    }
  }

  #allAnswered(): boolean {
    const answered = this.figures().filter(({ success = 0 }) => success > 0);
    return new Set(answered.map(({ to }) => to)).size === new Set(sampleLanes.map(({ to }) => to)).size;
  }

  async #startTraffic(workloads: SampleWorkloads): Promise<void> {
    // What failed while the Envoys were starting is of no interest.
    this.#tally = new Tally({ lanes: sampleLanes, start: systemClock.monotonic() });
    const send = async (n: number) => void (await workloads.ask(n % 10 === 0));
    const traffic = new Traffic({ rate: this.#options.rate, send });
    this.#traffic = traffic;
    traffic.start();
    await this.#onClose(() => traffic.close());
  }
}

async function writeFiles(dir: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(dir);
  for (const [name, text] of files) await writeFile(join(dir, name), text);
}

function demoSettings(dataDir: string, configDir: string): Settings {
  const anywhere = "127.0.0.1:0";
  const addresses = {
    apiAddress: anywhere,
    xdsAddress: anywhere,
    xdsTlsAddress: anywhere,
    httpAddress: anywhere,
    ctrlzAddress: anywhere,
  };
  return parseSettings({ dataDir, configDir, ...addresses }, {});
}

function addressOf(text: string): Address {
  const at = text.lastIndexOf(":");
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) };
}
