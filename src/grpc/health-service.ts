import { FairwayError } from "../base/fault.ts";
import { WireReader } from "../base/wire-reader.ts";
import { WireWriter, wireTypes } from "../base/wire-writer.ts";
import type { GrpcCall } from "./grpc-call.ts";
import type { GrpcHandler } from "./handle-call.ts";

/** `grpc.health.v1.HealthCheckResponse.ServingStatus`. */
const servingStatus = { serving: 1, notServing: 2, serviceUnknown: 3 } as const;

type ServingStatus = (typeof servingStatus)[keyof typeof servingStatus];

/**
 * gRPC's own health checking (`grpc.health.v1`), which load balancers and probes ask: whether the server as a whole
 * (the empty name) and each service that it has is able to serve. Not serving until told so.
 */
export class HealthService {
  readonly #services: ReadonlySet<string>;
  readonly #watchers = new Set<(status: ServingStatus) => void>();
  #serving = false;

  constructor(services: Iterable<string>) {
    this.#services = new Set(["", ...services]);
  }

  /** Those who watch are told at once. */
  set(serving: boolean): void {
    if (serving === this.#serving) return;
    this.#serving = serving;
    for (const tell of this.#watchers) tell(this.#status());
  }

  /** The handlers, by the paths of their methods. */
  methods(): ReadonlyMap<string, GrpcHandler> {
    return new Map<string, GrpcHandler>([
      ["/grpc.health.v1.Health/Check", (call) => this.#check(call)],
      ["/grpc.health.v1.Health/Watch", (call) => this.#watch(call)],
    ]);
  }

  #status(): ServingStatus {
    return this.#serving ? servingStatus.serving : servingStatus.notServing;
  }

  async #check(call: GrpcCall): Promise<void> {
    const service = await readService(call);
    if (!this.#services.has(service)) throw new FairwayError("NotFound", `there is no service '${service}'`);
    await call.send([encodeStatus(this.#status())]);
  }

  /** Who watches a service that is not there is told so and goes on waiting, as it may come. */
  async #watch(call: GrpcCall): Promise<void> {
    const service = await readService(call);
    const known = this.#services.has(service);
    await call.send([encodeStatus(known ? this.#status() : servingStatus.serviceUnknown)]);
    // A client that is gone is told by `closed`.
    const tell = (status: ServingStatus) => void call.send([encodeStatus(status)]).catch(() => undefined);
    if (known) this.#watchers.add(tell);
    if (!call.closed.aborted) {
      await new Promise((resolve) => call.closed.addEventListener("abort", resolve, { once: true }));
    }
    this.#watchers.delete(tell);
  }
}

async function readService(call: GrpcCall): Promise<string> {
  const { value, done } = await call.messages.next();
  if (done) throw new FairwayError("BadRequest", "the call brought no message");
  const reader = new WireReader(value);
  let service = "";
  while (!reader.done) {
    const { field, wireType } = reader.tag();
    if (field === 1 && wireType === wireTypes.bytes) service = reader.text();
    else reader.skip(wireType);
  }
  return service;
}

function encodeStatus(status: ServingStatus): Uint8Array {
  const writer = new WireWriter();
  writer.tag(1, wireTypes.varint);
  writer.varint(status);
  return writer.finish();
}
