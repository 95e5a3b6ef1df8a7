import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { KubeClient } from "../peers/kube-client.ts";
import { type RunningFairway, startFairway } from "../tools/fairway.ts";
import { type Agent, startAgent } from "./agent.ts";
import type { Answer } from "./inside/protocol.ts";
import { switchAddress } from "./pod-network.ts";

const ports = { api: 15080, xds: 15010, xdsTls: 15012, http: 15014 };

/** Where proxies reach the control plane. */
export const xdsTlsAddress = `${switchAddress}:${ports.xdsTls}`;

const addresses = [
  ["--api-address", `127.0.0.1:${ports.api}`],
  ["--xds-address", `${switchAddress}:${ports.xds}`],
  ["--xds-tls-address", xdsTlsAddress],
  ["--http-address", `127.0.0.1:${ports.http}`],
].flat();

/** What a control plane is started with. */
export interface ControlPlaneOptions {
  /** Where its data and files go. */
  readonly dir: string;
  /** Words that run a command where it is to run. */
  readonly within: readonly string[];
  /** The settings of the mesh. Default: none. */
  readonly meshConfig?: object | undefined;
  /** More flags of `fairway up`. Default: none. */
  readonly flags?: readonly string[] | undefined;
}

/** `fairway up` in a namespace, and a hand there by which it is reached from outside. */
export class ControlPlane {
  /** Its data directory. */
  readonly dataDir: string;
  /** Its API. */
  readonly api: KubeClient;
  readonly #options: ControlPlaneOptions;
  readonly #hand: Agent;
  #running: RunningFairway;

  private constructor(options: ControlPlaneOptions, hand: Agent, running: RunningFairway) {
    this.#options = options;
    this.#hand = hand;
    this.#running = running;
    this.dataDir = dataDirOf(options);
    this.api = new KubeClient(accessTo(options));
  }

  static async start(options: ControlPlaneOptions): Promise<ControlPlane> {
    const hand = await startAgent(options.within, join(options.dir, "switch.sock"));
    try {
      await hand.order("forward", { socket: apiSocket(options), address: "127.0.0.1", port: ports.api });
      return new ControlPlane(options, hand, await run(options));
    } catch (error) {
      await hand.stop();
      throw error;
    }
  }

  /** The process that runs now. */
  get running(): RunningFairway {
    return this.#running;
  }

  /** Starts it again, after it was killed or stopped, on the same data and at the same addresses. */
  async restart(): Promise<void> {
    this.#running = await run(this.#options);
  }

  /** A page of it, such as `/debug/syncz`. */
  async page(path: string): Promise<string> {
    const call = { address: "127.0.0.1", port: ports.http, path, fresh: true };
    const [answer] = await this.#hand.order<readonly Answer[]>("calls", { call, count: 1, concurrency: 1 });
    if (answer?.status !== 200) throw new Error(`${path} was answered with ${answer?.status} ${answer?.text}`);
    return answer.text;
  }

  async close(): Promise<void> {
    this.api.close();
    await Promise.all([this.#hand.stop(), this.#running.kill()]);
  }
}

function run(options: ControlPlaneOptions): Promise<RunningFairway> {
  const { dir, within, meshConfig, flags = [] } = options;
  const file = join(dir, "mesh.json");
  if (meshConfig) writeFileSync(file, JSON.stringify(meshConfig));
  const settings = meshConfig ? ["--mesh-config", file] : [];
  const guarded = [...within, "setpriv", "--pdeathsig", "KILL"];
  // How pods stand with their Services is said here, not by the pods' status.
  const own = ["--endpoint-controller", "false"];
  return startFairway(dataDirOf(options), [...addresses, ...settings, ...own, ...flags], { within: guarded });
}

function dataDirOf({ dir }: ControlPlaneOptions): string {
  return join(dir, "data");
}

function apiSocket({ dir }: ControlPlaneOptions): string {
  return join(dir, "api.sock");
}

function accessTo(options: ControlPlaneOptions) {
  const { clusters, users } = parse(readFileSync(join(dataDirOf(options), "kubeconfig"), "utf8")) as {
    readonly clusters: [{ readonly cluster: { readonly [field: string]: string } }];
    readonly users: [{ readonly user: { readonly token: string } }];
  };
  const { server = "", "certificate-authority-data": authority = "" } = clusters[0].cluster;
  return {
    url: server,
    token: users[0].user.token,
    authority: Buffer.from(authority, "base64").toString(),
    socket: apiSocket(options),
  };
}
