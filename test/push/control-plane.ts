import { builtInCatalog } from "../../src/api/index.ts";
import type { Ids } from "../../src/base/ids.ts";
import { LogScopes } from "../../src/base/log.ts";
import { Metrics } from "../../src/base/metrics.ts";
import { ManualClock } from "../../src/base/testing/manual-clock.ts";
import type { GrpcCall } from "../../src/grpc/index.ts";
import { ObjectSource } from "../../src/main/object-source.ts";
import { SecretSource } from "../../src/main/secret-source.ts";
import { Xds } from "../../src/main/xds.ts";
import { registerXdsMetrics } from "../../src/main/xds-metrics.ts";
import { Environment } from "../../src/mesh/index.ts";
import { createAuthority } from "../../src/pki/index.ts";
import { parseSettings } from "../../src/settings/index.ts";
import { createMemoryStore, type VersionedStore } from "../../src/store/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import type { XdsForm } from "./client-state.ts";

const path = "/envoy.service.discovery.v3.AggregatedDiscoveryService/";
const methods = { sotw: `${path}StreamAggregatedResources`, delta: `${path}DeltaAggregatedResources` } as const;

/** The product from its store to its streams, without sockets, on a clock that the test moves. */
export class ControlPlane {
  readonly clock = new ManualClock();
  readonly store: VersionedStore;
  readonly environment: Environment;
  /** What it logged as an error: nothing that a test does here is one. */
  readonly errors: string[];
  readonly #xds: Xds;
  readonly #stops: readonly (() => Promise<void>)[];

  private constructor(made: Made) {
    this.clock = made.clock;
    this.store = made.store;
    this.environment = made.environment;
    this.errors = made.errors;
    this.#xds = made.xds;
    this.#stops = made.stops;
  }

  static async open(): Promise<ControlPlane> {
    const clock = new ManualClock();
    const kinds = builtInCatalog();
    const store = createMemoryStore({ kinds: () => kinds, clock, ids: countingIds() });
    const environment = await Environment.open({ store, clock });
    const errors: string[] = [];
    const logs = new LogScopes((line) => errors.push(describeLine(line)), clock, "error");
    const authority = createAuthority(clock);
    const codec = loadEnvoyCodec();
    const secrets = await SecretSource.open({ store, authority, codec, clock, report: () => undefined });
    const objects = await ObjectSource.open({ store });
    const xds = new Xds({
      settings: parseSettings({}, {}),
      environment,
      secrets,
      objects,
      codec,
      metrics: registerXdsMetrics(new Metrics()),
      logs,
      tls: { key: authority.privateKey, cert: authority.certificate, ca: authority.certificate },
      clock,
    });
    const stops = [() => xds.close(0), () => objects.close(), () => secrets.close(), () => environment.close()];
    return new ControlPlane({ clock, store, environment, errors, xds, stops });
  }

  /** Serves a stream; resolves when it has ended. */
  async serve(form: XdsForm, call: GrpcCall): Promise<void> {
    const handler = this.#xds.ads.methods().get(methods[form]);
    if (!handler) throw new Error(`nothing serves ${methods[form]}`);
    try {
      await handler(call);
    } catch (error) {
      if (!call.closed.aborted) this.errors.push(`a stream ended: ${String(error)}`);
    }
  }

  /** How many snapshots there were. */
  get versions(): number {
    return this.#xds.snapshot.count;
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
    await this.store.close();
  }
}

interface Made extends Pick<ControlPlane, "clock" | "store" | "environment" | "errors"> {
  readonly xds: Xds;
  readonly stops: readonly (() => Promise<void>)[];
}

function describeLine({ message, fields }: { readonly message: string; readonly fields: object }): string {
  return `${message} ${Object.entries(fields)
    .map(([name, value]) => `${name}=${value instanceof Error ? value.stack : JSON.stringify(value)}`)
    .join(" ")}`;
}

/** Identifiers that are the same in every run. */
function countingIds(): Ids {
  let count = 0;
  const next = () => String(++count);
  return {
    uuid: () => `00000000-0000-0000-0000-${next().padStart(12, "0")}`,
    suffix: (length) => next().padStart(length, "0").slice(-length),
    secret: next,
  };
}
