import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KubeClient } from "../peers/kube-client.ts";
import { type RunningCommand, scratch, startEdge } from "../tools/fairway.ts";
import { EdgeClient } from "./edge-client.ts";
import { FairwayUpstream } from "./upstreams.ts";

/** A wrapper before Fairway's own API; both can go and come back, with what they had on disk. */
export class EdgeOnFairway {
  readonly dir: string;
  readonly upstream: FairwayUpstream;
  readonly #remove: () => void;
  readonly #nodeName: string;
  #edge: RunningCommand | undefined;

  private constructor(nodeName: string) {
    const { dir, remove } = scratch();
    this.dir = dir;
    this.#remove = remove;
    this.#nodeName = nodeName;
    this.upstream = new FairwayUpstream(join(dir, "server"));
  }

  /** Starts the API server; the wrapper is started by `startEdge`. */
  static async start(nodeName: string): Promise<EdgeOnFairway> {
    const made = new EdgeOnFairway(nodeName);
    await made.upstream.start();
    return made;
  }

  get kube(): KubeClient {
    return this.upstream.kube;
  }

  get edge(): RunningCommand {
    if (!this.#edge) throw new Error("the wrapper does not run");
    return this.#edge;
  }

  get client(): EdgeClient {
    return new EdgeClient(this.edge.addresses.get("edge"));
  }

  /** Where operators look. */
  get pages(): EdgeClient {
    return new EdgeClient(this.edge.addresses.get("http"));
  }

  /** A kubeconfig by which the API server is reached at another address, such as that of a relay before it. */
  kubeconfigAt(url: string): string {
    const path = join(this.dir, "kubeconfig-elsewhere");
    const text = readFileSync(this.upstream.kubeconfig, "utf8");
    writeFileSync(path, text.replace(/server: .*/, `server: ${url}`));
    return path;
  }

  async startEdge(...args: readonly string[]): Promise<void> {
    const { kubeconfig } = this.upstream;
    const cache = join(this.dir, "edge");
    const flags = ["--node-name", this.#nodeName, "--kubeconfig", kubeconfig, "--cache-dir", cache];
    this.#edge = await startEdge([...flags, "--offline-after", "1s", ...args]);
  }

  async stopEdge(): Promise<void> {
    await this.#edge?.stop();
  }

  async close(): Promise<void> {
    await this.stopEdge();
    await this.upstream.close();
    this.#remove();
  }
}
