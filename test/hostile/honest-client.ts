import assert from "node:assert/strict";
import { xdsTypes } from "../../src/deliver/index.ts";
import type { Cluster } from "../../src/gen/envoy/config/cluster/v3.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import type { ClientTls } from "./arena.ts";
import { adsPaths, encodeDeltaRequest, encodeSotwRequest, type Form, nodeOf } from "./requests.ts";
import { watchedCluster } from "./world.ts";

const codec = loadEnvoyCodec();

interface Response {
  readonly typeUrl?: string | undefined;
  readonly versionInfo?: string | undefined;
  readonly nonce?: string | undefined;
  readonly clusters: readonly Cluster[];
}

/** A client that follows the rules on one stream, and notices what the hostile ones do to it. */
export class HonestClient {
  readonly form: Form;
  readonly #client: GrpcClient;
  readonly #call: ClientCall;
  readonly #waiting = new Set<() => void>();
  #connections = 0;
  #lost = false;

  /** With a certificate it comes over TLS. */
  constructor(address: string, form: Form, tls?: ClientTls) {
    this.form = form;
    this.#client = tls
      ? new GrpcClient(`https://${address}`, { rejectUnauthorized: false, ...tls })
      : new GrpcClient(`http://${address}`);
    this.#call = this.#client.call(adsPaths[form]);
    const node = nodeOf(form === "sotw" ? 16_000_001 : 16_000_002);
    this.#call.send(
      form === "sotw"
        ? encodeSotwRequest({ node, typeUrl: xdsTypes.cluster })
        : encodeDeltaRequest({ node, typeUrl: xdsTypes.cluster }),
    );
    void this.#follow();
  }

  /** Resolves when the watched cluster takes so many connections. */
  async sees(connections: number): Promise<void> {
    while (this.#connections !== connections) {
      this.check();
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** The stream it began with is the one it has. */
  check(): void {
    assert.ok(!this.#lost, `the honest ${this.form} client lost its stream`);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #follow(): Promise<void> {
    for (let bytes = await this.#call.next(); bytes; bytes = await this.#call.next()) {
      const { typeUrl = "", versionInfo = "", nonce = "", clusters } = this.#read(bytes);
      const watched = clusters.find(({ name }) => name === watchedCluster);
      if (watched) this.#connections = watched.circuitBreakers?.thresholds?.[0]?.maxConnections ?? 0;
      this.#call.send(
        this.form === "sotw"
          ? encodeSotwRequest({ typeUrl, versionInfo, responseNonce: nonce })
          : encodeDeltaRequest({ typeUrl, responseNonce: nonce }),
      );
      this.#wake();
    }
    this.#lost = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #read(bytes: Buffer): Response {
    if (this.form === "sotw") {
      const response = codec.decode("envoy.service.discovery.v3.DiscoveryResponse", bytes);
      return { ...response, clusters: (response.resources ?? []) as readonly Cluster[] };
    }
    const response = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
    return { ...response, clusters: (response.resources ?? []).map(({ resource }) => resource as Cluster) };
  }
}
