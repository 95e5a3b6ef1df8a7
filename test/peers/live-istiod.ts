import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDefinitions } from "./create-definitions.ts";
import { type Etcd, startEtcd } from "./etcd.ts";
import { type Istiod, startIstiod } from "./istiod.ts";
import { type KubeApiserver, startKubeApiserver } from "./kube-apiserver.ts";
import type { KubeClient, KubeObject } from "./kube-client.ts";

/** The settings that istiod reads at its start, as YAML. */
export interface IstiodSettings {
  readonly mesh: string;
  readonly networks?: string | undefined;
}

/**
 * A real istiod on a real kube-apiserver and etcd, with Istio's own CustomResourceDefinitions and nothing else: what is
 * created in the API server is all there is. Logs are in `dir`, which goes away with `close`.
 */
export class LiveIstiod {
  readonly dir: string;
  readonly #etcd: Etcd;
  readonly #apiserver: KubeApiserver;
  #istiod: Istiod | undefined;
  #settings: string | undefined;

  private constructor(dir: string, etcd: Etcd, apiserver: KubeApiserver) {
    this.dir = dir;
    this.#etcd = etcd;
    this.#apiserver = apiserver;
  }

  /** Starts etcd and the API server and creates the definitions; `use` starts istiod. */
  static async start(definitions: readonly KubeObject[]): Promise<LiveIstiod> {
    const dir = mkdtempSync(join(tmpdir(), "fairway-istiod-"));
    const etcd = await startEtcd(dir);
    const apiserver = await startKubeApiserver(dir, etcd.url).catch(async (error: unknown) => {
      await etcd.stop();
      throw error;
    });
    const live = new LiveIstiod(dir, etcd, apiserver);
    try {
      await createDefinitions(apiserver.client, definitions);
      return live;
    } catch (error) {
      await live.close();
      throw error;
    }
  }

  get client(): KubeClient {
    return this.#apiserver.client;
  }

  /** Where istiod serves xDS. */
  get xds(): string {
    if (!this.#istiod) throw new Error("istiod is not running: call use first");
    return this.#istiod.xds;
  }

  /** Runs istiod with these settings; it is started anew only if they differ from those it has. */
  async use({ mesh, networks }: IstiodSettings): Promise<void> {
    const wanted = JSON.stringify({ mesh, networks });
    if (this.#settings === wanted) return;
    await this.#istiod?.stop();
    this.#settings = undefined;
    this.#istiod = await startIstiod({ dir: this.dir, kubeconfig: this.#apiserver.kubeconfig, mesh, networks });
    this.#settings = wanted;
  }

  /** The last lines that istiod logged. */
  logTail(lines: number): string {
    return readFileSync(join(this.dir, "istiod.log"), "utf8").split("\n").slice(-lines).join("\n");
  }

  async close(): Promise<void> {
    await this.#istiod?.stop();
    await this.#apiserver.stop();
    await this.#etcd.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
