import type { Clock } from "../../src/base/clock.ts";
import { wireFields } from "../../src/base/testing/wire-fields.ts";
import { type AdsServer, xdsTypes } from "../../src/deliver/index.ts";
import { MemoryCall } from "../../src/deliver/testing/memory-call.ts";
import type { EnvoyCodec } from "../../src/translate/index.ts";

const path = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";
const request = "envoy.service.discovery.v3.DiscoveryRequest";

/** A client that watches clusters, in the state-of-the-world form, and may behave badly. */
export class FleetClient {
  readonly index: number;
  /** Numbers of what it was sent and accepted, in the order in which that came; -1 where it refused. */
  readonly got: number[] = [];
  /** Whether it refuses everything. */
  refuses = false;
  /** How its last call ended; undefined while it has not, and 0 if the client ended it. */
  ended: number | undefined;
  call: MemoryCall | undefined;
  readonly #ads: AdsServer;
  readonly #codec: EnvoyCodec;
  readonly #clock: Clock;
  /** What it has in force. */
  #version = "";

  constructor(index: number, ads: AdsServer, codec: EnvoyCodec, clock: Clock) {
    this.#clock = clock;
    this.index = index;
    this.#ads = ads;
    this.#codec = codec;
  }

  /** The number of what it has in force; -1 if it has nothing. */
  get has(): number {
    return this.#version === "" ? -1 : Number(this.#version) - 1;
  }

  /** Begins a stream, and says what it has. */
  connect(): void {
    const call = new MemoryCall((message) => this.#receive(message), this.#clock);
    this.call = call;
    this.ended = undefined;
    void this.#ads
      .methods()
      .get(path)?.(call)
      .then(
        () => {
          this.ended = call.status?.code ?? 0;
        },
        (error) => {
          this.ended = error.code === "TooMany" ? 8 : 14;
        },
      );
    const id = `sidecar~10.0.0.1~c${this.index}.app~app.svc.cluster.local`;
    this.#ask({ node: { id }, versionInfo: this.#version });
  }

  disconnect(): void {
    this.call?.hangUp();
  }

  #receive(message: Uint8Array): void {
    const fields = wireFields(message);
    const text = (field: number) => Buffer.from(fields(field)[0] ?? []).toString();
    const [version, responseNonce] = [text(1), text(5)];
    this.got.push(this.refuses ? -1 : Number(version) - 1);
    if (!this.refuses) this.#version = version;
    this.#ask({
      responseNonce,
      versionInfo: this.#version,
      ...(this.refuses && { errorDetail: { message: "I want none of it" } }),
    });
  }

  #ask(fields: object): void {
    this.call?.ask(this.#codec.encode(request, { typeUrl: xdsTypes.cluster, ...fields }));
  }
}
