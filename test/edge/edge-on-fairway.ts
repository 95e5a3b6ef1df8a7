import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { freePorts } from "../../src/base/free-ports.ts";
import { KubeClient } from "../peers/kube-client.ts";
import { type RunningCommand, type RunningFairway, scratch, startEdge, startFairway } from "../tools/fairway.ts";
import { EdgeClient } from "./edge-client.ts";

/** A wrapper before Fairway's own API; both can go and come back, at the same addresses and with what they had on disk. */
export class EdgeOnFairway {
  readonly dir: string;
  readonly #remove: () => void;
  readonly #port: number;
  readonly #nodeName: string;
  #server: RunningFairway | undefined;
  #edge: RunningCommand | undefined;
  #kube: KubeClient | undefined;

  private constructor(port: number, nodeName: string) {
    const { dir, remove } = scratch();
    this.dir = dir;
    this.#remove = remove;
    this.#port = port;
    this.#nodeName = nodeName;
  }

  static async start(nodeName: string): Promise<EdgeOnFairway> {
    const [port = 0] = await freePorts(1);
    const made = new EdgeOnFairway(port, nodeName);
    await made.startServer();
    return made;
  }

  get server(): RunningFairway {
    if (!this.#server) throw new Error("the API server does not run");
    return this.#server;
  }

  get kubeconfig(): string {
    return join(this.dir, "server", "kubeconfig");
  }

  get kube(): KubeClient {
    if (!this.#kube) throw new Error("the API server does not run");
    return this.#kube;
  }

  get edge(): RunningCommand {
    if (!this.#edge) throw new Error("the wrapper does not run");
    return this.#edge;
  }

  get client(): EdgeClient {
    return new EdgeClient(this.edge.addresses.get("edge"));
  }

  get pages(): EdgeClient {
    return new EdgeClient(this.edge.addresses.get("http"));
  }

  async startServer(): Promise<void> {
    const address = `127.0.0.1:${this.#port}`;
    this.#server = await startFairway(join(this.dir, "server"), [
      ...["--api-address", address],
      ...["--endpoint-controller", "false"],
    ]);
    const config = parse(readFileSync(this.kubeconfig, "utf8"));
    this.#kube = new KubeClient({
      url: config.clusters[0].cluster.server,
      token: config.users[0].user.token,
      authority: Buffer.from(config.clusters[0].cluster["certificate-authority-data"], "base64").toString("utf8"),
    });
  }

  async stopServer(): Promise<void> {
    this.#kube?.close();
    await this.#server?.stop();
  }

  async startEdge(...args: readonly string[]): Promise<void> {
    this.#edge = await startEdge([
      ...["--node-name", this.#nodeName, "--kubeconfig", this.kubeconfig],
      ...["--cache-dir", join(this.dir, "edge"), "--offline-after", "1s"],
      ...args,
    ]);
  }

  async stopEdge(): Promise<void> {
    await this.#edge?.stop();
  }

  async close(): Promise<void> {
    await this.stopEdge();
    await this.stopServer();
    this.#remove();
  }
}
