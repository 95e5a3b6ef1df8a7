import { join } from "node:path";
import { relaySocket, type SocketRelay } from "../live/socket-relay.ts";
import { type KubeProxyOptions, type ProxyMode, startKubeProxy } from "../peers/kube-proxy.ts";
import type { PeerProcess } from "../peers/peer-process.ts";
import { type Agent, startAgent } from "../pods/agent.ts";
import type { Answer, Echo } from "../pods/inside/protocol.ts";
import { runTool } from "../pods/machine.ts";
import type { PodNetwork } from "../pods/pod-network.ts";
import { type RunningCommand, startEdge } from "../tools/fairway.ts";

/** Where kube-proxy finds the wrapper, seen from its own namespace. */
const wrapperPort = 51006;
/** Where the pod of each node listens. */
export const podPort = 8080;

export interface EdgeNodeOptions {
  readonly name: string;
  readonly address: string;
  readonly mode: ProxyMode;
  readonly network: PodNetwork;
  /** Where its files go. */
  readonly dir: string;
  readonly kubeconfig: string;
}

/**
 * A node of the edge in a network namespace of its own: a real kube-proxy, the wrapper that it asks, and one pod, which has
 * the node's address. The wrapper runs outside, beside the API server, and is reached by a socket.
 */
export class EdgeNode {
  readonly name: string;
  readonly address: string;
  readonly #options: EdgeNodeOptions;
  readonly #within: readonly string[];
  readonly #agent: Agent;
  #relay: SocketRelay | undefined;
  #edge: RunningCommand | undefined;
  #proxy: PeerProcess | undefined;

  private constructor(options: EdgeNodeOptions, within: readonly string[], agent: Agent) {
    this.name = options.name;
    this.address = options.address;
    this.#options = options;
    this.#within = within;
    this.#agent = agent;
  }

  static async start(options: EdgeNodeOptions): Promise<EdgeNode> {
    const { name, address, network, dir } = options;
    const within = network.addPod(name, address);
    const agent = await startAgent(within, join(dir, `${name}.sock`));
    const node = new EdgeNode(options, within, agent);
    const ports = [{ number: podPort, protocol: "http" }];
    await agent.order("serve", { service: "echo", version: "", pod: name, ports, calls: [] });
    await agent.order("reach", { socket: node.#socket, address: "127.0.0.1", port: wrapperPort });
    await node.startEdge();
    node.startProxy();
    return node;
  }

  get edge(): RunningCommand {
    if (!this.#edge) throw new Error(`the wrapper of ${this.name} does not run`);
    return this.#edge;
  }

  async startEdge(): Promise<void> {
    const { name, kubeconfig, dir } = this.#options;
    const flags = ["--node-name", name, "--kubeconfig", kubeconfig, "--cache-dir", join(dir, `${name}-cache`)];
    this.#edge = await startEdge([...flags, "--offline-after", "1s"]);
    const port = Number(new URL(this.#edge.addresses.get("edge") ?? "").port);
    this.#relay = await relaySocket(this.#socket, port);
  }

  /** As if the machine lost its power. */
  async killEdge(): Promise<void> {
    await this.#relay?.close();
    await this.#edge?.kill();
  }

  startProxy(): void {
    const { name: nodeName, address, mode, dir } = this.#options;
    const master = `http://127.0.0.1:${wrapperPort}`;
    const options: KubeProxyOptions = {
      within: this.#within,
      master,
      nodeName,
      address,
      mode,
      log: join(dir, `${nodeName}-kube-proxy.log`),
    };
    this.#proxy = startKubeProxy(options);
  }

  stopProxy(): Promise<void> {
    return this.#proxy?.stop() ?? Promise.resolve();
  }

  /** The endpoints that kube-proxy told the kernel of, as `address:port`, each once. */
  rules(): readonly string[] {
    const found =
      this.#options.mode === "iptables"
        ? [...this.#run("iptables-save", "-t", "nat").matchAll(/--to-destination (\S+)/g)].map(
            (match) => match[1] ?? "",
          )
        : this.#run("nft", "list", "table", "ip", "kube-proxy")
            .split("\n")
            .filter((line) => line.includes(" dnat ip to "))
            .flatMap((line) =>
              [...line.matchAll(/(\d+(?:\.\d+){3}) \. (\d+)/g)].map((match) => `${match[1]}:${match[2]}`),
            );
    return [...new Set(found)].sort();
  }

  /** Takes all rules away, as a restart of the machine does. */
  forgetRules(): void {
    if (this.#options.mode === "nftables") this.#run("nft", "flush", "ruleset");
    else this.#run("iptables", "-t", "nat", "-F");
  }

  /** Who answers calls to an address that are made from inside the node; what went wrong is among them. */
  async answers(address: string, port: number, count = 12): Promise<readonly string[]> {
    const call = { address, port, path: "/", fresh: true, patience: 3000 };
    const all = await this.#agent.order<readonly Answer[]>("calls", { call, count, concurrency: 4 });
    const names = all.map(({ status, text, error }) =>
      status === 200 ? (JSON.parse(text) as Echo).pod : (error ?? String(status)),
    );
    return [...new Set(names)].sort();
  }

  async close(): Promise<void> {
    await this.stopProxy();
    await this.#relay?.close();
    await this.#edge?.kill();
    await this.#agent.stop();
  }

  get #socket(): string {
    return join(this.#options.dir, `${this.name}-edge.sock`);
  }

  #run(...words: readonly string[]): string {
    const [enter = "", ...rest] = this.#within;
    return runTool(enter, [...rest, ...words]);
  }
}
