import { xdsTypes } from "../../src/deliver/index.ts";
import type { ClusterLoadAssignment } from "../../src/gen/envoy/config/endpoint/v3.ts";
import type { DeltaDiscoveryResponse } from "../../src/gen/envoy/service/discovery/v3.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";

const path = "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
const codec = loadEnvoyCodec();

/** A proxy of a cluster that follows the endpoints of some clusters of Envoy's, and remembers all that it was told. */
export class HeldEndpoints {
  readonly #client: GrpcClient;
  readonly #call: ClientCall;
  readonly #told = new Map<string, (readonly string[])[]>();

  constructor(address: string, metadata: object, names: readonly string[]) {
    this.#client = new GrpcClient(`http://${address}`);
    this.#call = this.#client.call(path);
    const node = { id: "sidecar~10.200.0.1~client.app~app.svc.cluster.local", metadata };
    this.#send({ node, typeUrl: xdsTypes.endpoint, resourceNamesSubscribe: names });
    void this.#read();
  }

  /** The endpoints of a cluster now, as `address:port`, sorted; none if nothing was told. */
  of(name: string): readonly string[] {
    return this.#told.get(name)?.at(-1) ?? [];
  }

  /** All that was told of a cluster, one after another. */
  history(name: string): readonly (readonly string[])[] {
    return this.#told.get(name) ?? [];
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #read(): Promise<void> {
    const next = () => this.#call.next().catch(() => undefined);
    for (let bytes = await next(); bytes; bytes = await next()) {
      const response = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
      this.#take(response);
      this.#send({ typeUrl: response.typeUrl ?? "", responseNonce: response.nonce ?? "" });
    }
  }

  #take({ resources = [], removedResources = [] }: DeltaDiscoveryResponse): void {
    for (const { name = "", resource } of resources) this.#note(name, addressesIn(resource as ClusterLoadAssignment));
    for (const name of removedResources) this.#note(name, []);
  }

  #note(name: string, addresses: readonly string[]): void {
    const told = this.#told.get(name) ?? [];
    told.push(addresses);
    this.#told.set(name, told);
  }

  #send(fields: object): void {
    this.#call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", fields));
  }
}

function addressesIn({ endpoints = [] }: ClusterLoadAssignment): readonly string[] {
  return endpoints
    .flatMap(({ lbEndpoints = [] }) => lbEndpoints)
    .flatMap(({ endpoint }) => {
      const { address = "", portValue = 0 } = endpoint?.address?.socketAddress ?? {};
      return `${address}:${portValue}`;
    })
    .sort();
}
