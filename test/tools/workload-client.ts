import { systemClock } from "../../src/base/clock.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { type Authority, issueWorkloadCertificate, readAuthority } from "../../src/pki/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import type { RunningFairway } from "./fairway.ts";

const codec = loadEnvoyCodec();
const ads = "/envoy.service.discovery.v3.AggregatedDiscoveryService";
const healthType = "type.googleapis.com/istio.v1.HealthInformation";

/** Who a client of xDS is, and in which form it speaks. */
export interface WorkloadClientOptions {
  /** The first in the node's id. Default: 10.1.0.1. */
  readonly address?: string;
  /** Of the namespace `app`. Default: `vm`. */
  readonly serviceAccount?: string;
  readonly metadata?: object;
  /** Default: delta. */
  readonly form?: "sotw" | "delta";
  /** Of the mesh. Default: that in the data directory of the control plane. */
  readonly authority?: Authority;
}

/** The proxy of a workload outside of a cluster, with a certificate of the mesh: registers by connecting, and tells its health. */
export class WorkloadClient {
  readonly #client: GrpcClient;
  readonly #call: ClientCall;
  readonly #form: "sotw" | "delta";

  private constructor(client: GrpcClient, options: WorkloadClientOptions) {
    const { address = "10.1.0.1", metadata = {}, form = "delta" } = options;
    this.#client = client;
    this.#form = form;
    this.#call = client.call(`${ads}/${form === "delta" ? "Delta" : "Stream"}AggregatedResources`);
    const id = `sidecar~${address}~vm.app~app.svc.cluster.local`;
    this.#send({ node: { id, metadata: { NAMESPACE: "app", ...metadata } }, typeUrl: xdsTypes.cluster });
  }

  /** Connects to a control plane over TLS. */
  static async connect(server: RunningFairway, options: WorkloadClientOptions = {}): Promise<WorkloadClient> {
    const { authority = await readAuthority(server.dataDir) } = options;
    const uri = `spiffe://cluster.local/ns/app/sa/${options.serviceAccount ?? "vm"}`;
    const pair = issueWorkloadCertificate(authority, uri, 3_600_000, systemClock);
    const client = new GrpcClient(`https://${server.addresses.get("xds-tls")}`, {
      ca: authority.certificate,
      cert: pair.certificate,
      key: pair.privateKey,
      servername: "localhost",
    });
    return new WorkloadClient(client, options);
  }

  /** The first answer: it has been taken in. Undefined if it was refused. */
  async taken(): Promise<boolean> {
    return (await this.#call.next()) !== undefined;
  }

  /** How the stream ended. */
  get ended(): ClientCall["ended"] {
    return this.#call.ended;
  }

  /** Reports the workload's health; without a problem it is well. */
  report(problem?: string): void {
    this.#send({ typeUrl: healthType, ...(problem !== undefined && { errorDetail: { code: 13, message: problem } }) });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #send(fields: object): void {
    const message = `envoy.service.discovery.v3.${this.#form === "delta" ? "Delta" : ""}DiscoveryRequest` as const;
    this.#call.send(codec.encode(message, fields));
  }
}
