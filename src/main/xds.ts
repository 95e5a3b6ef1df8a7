import { type Clock, systemClock } from "../base/clock.ts";
import type { LogScopes } from "../base/log.ts";
import type { DeliveryEvents } from "../deliver/index.ts";
import { AdsServer, Debounce, type MessageDecoder, Pusher, type PushRequest } from "../deliver/index.ts";
import { GrpcServer } from "../grpc/index.ts";
import type { Environment, EnvironmentChange } from "../mesh/index.ts";
import type { Settings } from "../settings/index.ts";
import type { EnvoyCodec } from "../translate/index.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";

export interface XdsOptions {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly codec: EnvoyCodec & MessageDecoder;
  readonly events: DeliveryEvents;
  readonly logs: LogScopes;
  /** Key and certificate of the address with TLS, and whose client certificates are taken. */
  readonly tls: { readonly key: string; readonly cert: string; readonly ca: string };
  readonly clock?: Clock;
}

/** xDS on two addresses, fed by the environment: from a change to what proxies are sent. */
export class Xds {
  readonly ads: AdsServer;
  readonly plain: GrpcServer;
  readonly encrypted: GrpcServer;
  readonly #source: MeshConfigSource;
  readonly #pusher: Pusher;
  readonly #debounce: Debounce;
  readonly #environment: Environment;
  readonly #clock: Clock;
  readonly #stop: () => void;

  constructor({ settings, environment, codec, events, logs, tls, clock = systemClock }: XdsOptions) {
    const log = logs.scope("ads", "Streams of proxies and pushes to them");
    this.#environment = environment;
    this.#clock = clock;
    this.#source = new MeshConfigSource({
      codec,
      failed: ({ plan, error }) =>
        log.error("Resource could not be made; what was in force stays", {
          resource: plan.name,
          ...plan.subject,
          error,
        }),
    });
    this.#source.publish(environment.snapshot);
    this.ads = new AdsServer({ source: this.#source, decoder: codec, events, clock });
    this.#pusher = new Pusher({
      source: this.#source,
      connections: () => this.ads.connections(),
      throttle: settings.pushThrottle,
      now: () => clock.monotonic(),
    });
    this.#debounce = new Debounce({
      after: settings.debounceAfter,
      max: settings.debounceMax,
      endpoints: settings.endpointDebounce,
      push: (request) => this.#push(request),
      failed: (error) => log.error("Push failed", { error }),
      stable: (facts) => log.info("Push debounce stable", { ...facts }),
      clock,
    });
    const methods = this.ads.methods();
    const report = (error: unknown, path: string) => log.error("Call ended by a bug", { path, error });
    this.plain = new GrpcServer({ methods, report, clock });
    this.encrypted = new GrpcServer({ methods, report, clock, tls });
    this.#stop = environment.onChange((change) => this.#debounce.update(this.#requestOf(change)));
  }

  async close(grace: number): Promise<void> {
    this.#stop();
    this.#debounce.close();
    await Promise.all([this.plain.close(grace), this.encrypted.close(grace)]);
    await this.#pusher.close();
  }

  async #push(request: PushRequest): Promise<void> {
    this.#source.publish(this.#environment.snapshot);
    this.#pusher.pushAll(request);
  }

  #requestOf({ reason, keys }: EnvironmentChange): PushRequest {
    return { full: reason !== "endpoint", changed: keys, reasons: [reason], start: this.#clock.monotonic() };
  }
}
