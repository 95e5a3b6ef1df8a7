import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { freePorts } from "../../src/base/free-ports.ts";
import { type Etcd, startEtcd } from "../peers/etcd.ts";
import { type KubeApiserver, startKubeApiserver } from "../peers/kube-apiserver.ts";
import { KubeClient } from "../peers/kube-client.ts";
import { type RunningFairway, startFairway } from "../tools/fairway.ts";

/** An API server that can go and come back, at the same address and with what it had. */
export interface TestUpstream {
  readonly kubeconfig: string;
  readonly kube: KubeClient;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops all of it for good. */
  close(): Promise<void>;
}

/** Fairway's own API. */
export class FairwayUpstream implements TestUpstream {
  readonly #dir: string;
  #port = 0;
  #server: RunningFairway | undefined;
  #kube: KubeClient | undefined;

  constructor(dir: string) {
    this.#dir = dir;
  }

  get kubeconfig(): string {
    return join(this.#dir, "kubeconfig");
  }

  get port(): number {
    return this.#port;
  }

  get kube(): KubeClient {
    if (!this.#kube) throw new Error("the API server does not run");
    return this.#kube;
  }

  async start(): Promise<void> {
    this.#port ||= (await freePorts(1))[0] ?? 0;
    const address = ["--api-address", `127.0.0.1:${this.#port}`];
    this.#server = await startFairway(this.#dir, [...address, "--endpoint-controller", "false"]);
    const config = parse(readFileSync(this.kubeconfig, "utf8"));
    const { server, "certificate-authority-data": authority } = config.clusters[0].cluster;
    this.#kube = new KubeClient({
      url: server,
      token: config.users[0].user.token,
      authority: Buffer.from(authority, "base64").toString("utf8"),
    });
  }

  async stop(): Promise<void> {
    this.#kube?.close();
    await this.#server?.kill();
  }

  close(): Promise<void> {
    return this.stop();
  }
}

/** A real kube-apiserver and etcd. */
export class KubernetesUpstream implements TestUpstream {
  readonly #dir: string;
  #port = 0;
  #etcd: Etcd | undefined;
  #server: KubeApiserver | undefined;

  constructor(dir: string) {
    this.#dir = dir;
    mkdirSync(dir, { recursive: true });
  }

  get kubeconfig(): string {
    return join(this.#dir, "kubeconfig");
  }

  get kube(): KubeClient {
    if (!this.#server) throw new Error("the API server does not run");
    return this.#server.client;
  }

  async start(): Promise<void> {
    this.#port ||= (await freePorts(1))[0] ?? 0;
    this.#etcd ??= await startEtcd(this.#dir);
    this.#server = await startKubeApiserver(this.#dir, this.#etcd.url, { port: this.#port });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#etcd?.stop();
  }
}
