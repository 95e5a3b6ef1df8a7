import type { NodeIdentity } from "../../src/core/index.ts";
import type { DeltaDiscoveryResponse } from "../../src/gen/envoy/service/discovery/v3.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";

const path = "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
const codec = loadEnvoyCodec();

/** A client of delta xDS that acknowledges all, and remembers what it holds, got and lost. */
export class HeldConfig {
  readonly #client: GrpcClient;
  readonly #call: ClientCall;
  /** Versions by type and name. */
  readonly held = new Map<string, Map<string, string>>();
  /** Names that were sent, and that were taken away, in their order. */
  readonly sent: string[] = [];
  readonly removed: string[] = [];
  /** Types of the responses that came. */
  readonly responses: string[] = [];

  /** Connects as `node`. */
  constructor(address: string, node: NodeIdentity, types: readonly string[], before?: HeldConfig) {
    this.#client = new GrpcClient(`http://${address}`);
    this.#call = this.#client.call(path);
    for (const [index, typeUrl] of types.entries()) {
      const known = before?.held.get(typeUrl);
      this.held.set(typeUrl, new Map(known));
      this.#send({
        ...(index === 0 && { node }),
        typeUrl,
        ...(known && { initialResourceVersions: Object.fromEntries(known) }),
      });
    }
    void this.#read();
  }

  /** What is held of a type. */
  names(type: string): readonly string[] {
    return [...(this.held.get(type)?.keys() ?? [])].sort();
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #read(): Promise<void> {
    for (let bytes = await this.#next(); bytes; bytes = await this.#next()) {
      const response = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
      this.#take(response);
      this.#send({ typeUrl: response.typeUrl ?? "", responseNonce: response.nonce ?? "" });
    }
  }

  #next(): Promise<Uint8Array | undefined> {
    return this.#call.next().catch(() => undefined);
  }

  #take({ typeUrl = "", resources = [], removedResources = [] }: DeltaDiscoveryResponse): void {
    const held = this.held.get(typeUrl) ?? new Map<string, string>();
    for (const { name = "", version = "" } of resources) {
      held.set(name, version);
      this.sent.push(name);
    }
    for (const name of removedResources) {
      held.delete(name);
      this.removed.push(name);
    }
    this.held.set(typeUrl, held);
    this.responses.push(typeUrl);
  }

  #send(fields: object): void {
    this.#call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", fields));
  }
}
