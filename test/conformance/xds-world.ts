import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import {
  AdsServer,
  type ClientConfig,
  type ConfigSource,
  noEvents,
  ResourceSet,
  type Wanted,
  type XdsResource,
  xdsResource,
  xdsTypes,
} from "../../src/deliver/index.ts";
import type { DeltaDiscoveryResponse, DiscoveryResponse } from "../../src/gen/envoy/service/discovery/v3.ts";
import { GrpcServer } from "../../src/grpc/index.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";

export type Mode = "sotw" | "delta";
export type Transport = "aggregated" | "non-aggregated";

const codec = loadEnvoyCodec();

const services = {
  CDS: [xdsTypes.cluster, "cluster", "Cluster", "Clusters"],
  LDS: [xdsTypes.listener, "listener", "Listener", "Listeners"],
  RDS: [xdsTypes.route, "route", "Route", "Routes"],
  EDS: [xdsTypes.endpoint, "endpoint", "Endpoint", "Endpoints"],
} as const;

export type ServiceName = keyof typeof services;

/** A response as the scenarios speak of it. */
interface Received {
  readonly type: string;
  readonly version: string;
  readonly nonce: string;
  readonly resources: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** A server whose resources the scenario sets by hand, and a client of it. */
export class XdsWorld {
  readonly #mode: Mode;
  readonly #transport: Transport;
  readonly #resources = new Map<string, Map<string, string>>();
  readonly #versions = new Map<string, string>();
  readonly #calls = new Map<string, ClientCall>();
  readonly #subscribed = new Map<string, readonly string[]>();
  readonly received: Received[] = [];
  readonly #ads: AdsServer;
  readonly #grpc: GrpcServer;
  #client: GrpcClient | undefined;
  #count = 0;
  /** Requests that the client wrote and that the server read, and responses that the server wrote. */
  #requests = 0;
  #read = 0;
  #responses = 0;

  constructor(mode: Mode, transport: Transport) {
    this.#mode = mode;
    this.#transport = transport;
    const world = this;
    const source: ConfigSource = {
      get current() {
        return { name: `v${world.#count}`, number: world.#count, client: () => world.#snapshot() };
      },
    };
    const received = () => {
      this.#read += 1;
    };
    const sent = () => {
      this.#responses += 1;
    };
    this.#ads = new AdsServer({ source, decoder: codec, events: { ...noEvents, received, sent } });
    this.#grpc = new GrpcServer({ methods: this.#ads.methods() });
  }

  async start(): Promise<void> {
    this.#client = new GrpcClient(`http://${await this.#grpc.listen({ host: "127.0.0.1", port: 0 }, "test")}`);
  }

  async stop(): Promise<void> {
    await this.#client?.close();
    await this.#grpc.close(100);
  }

  /** Puts a resource in place at a version; without a version takes it away. */
  async set(service: ServiceName, name: string, version: string | undefined, push = true): Promise<void> {
    const [type] = services[service];
    const all = this.#resources.get(type) ?? new Map<string, string>();
    if (version === undefined) all.delete(name);
    else {
      all.set(name, version);
      this.#versions.set(type, version);
    }
    this.#resources.set(type, all);
    this.#count += 1;
    if (push) await this.settle();
  }

  /** Resolves when nothing is under way: everything that was written was read and dealt with on both sides. */
  async settle(): Promise<void> {
    const idle = () => this.#requests === this.#read && this.#responses === this.received.length;
    const counts = () => `${this.#requests} ${this.#responses}`;
    for (let before = ""; !idle() || before !== counts(); ) {
      before = counts();
      const current = { name: `v${this.#count}`, number: this.#count, client: () => this.#snapshot() };
      await Promise.all(this.#ads.connections().map((connection) => connection.push(current)));
      await sleep(5);
    }
  }

  /** Sends a request; names are those wanted now (state-of-the-world) or more (delta). */
  async subscribe(service: ServiceName, names: readonly string[]): Promise<void> {
    const [type] = services[service];
    const nonce = this.received.findLast((each) => each.type === type)?.nonce ?? "";
    this.#subscribed.set(type, names);
    if (this.#mode === "sotw") this.#sendSotw(type, names, nonce, this.#lastVersion(type));
    else this.#sendDelta(type, { resourceNamesSubscribe: names });
    await this.settle();
  }

  async unsubscribe(service: ServiceName, names: readonly string[]): Promise<void> {
    this.#sendDelta(services[service][0], { resourceNamesUnsubscribe: names });
    await this.settle();
  }

  /** Resources of a service that came at a version, by name, in order of arrival. */
  at(service: ServiceName, version: string): readonly Received[] {
    return this.of(service).filter((each) => [...each.resources.values()].includes(version));
  }

  of(service: ServiceName): readonly Received[] {
    return this.received.filter(({ type }) => type === services[service][0]);
  }

  #snapshot(): ClientConfig {
    const sets = new Map<string, ResourceSet>();
    const resources = new Map(Array.from(this.#resources, ([type, all]) => [type, new Map(all)] as const));
    const versions = new Map(this.#versions);
    return {
      resources: (type: string, wanted: Wanted) => {
        const key = `${type} ${wanted === "all" ? "*" : [...wanted].sort().join()}`;
        const known = sets.get(key);
        if (known) return known;
        const all = resources.get(type) ?? new Map<string, string>();
        const found = [...all].filter(([name]) => wanted === "all" || wanted.has(name));
        const made = ResourceSet.of(
          type,
          found.map(([name, version]) => resourceOf(type, name, version)),
          versions.get(type),
        );
        sets.set(key, made);
        return made;
      },
    };
  }

  #call(type: string): ClientCall {
    const key = this.#transport === "aggregated" ? "" : type;
    const known = this.#calls.get(key);
    if (known) return known;
    assert.ok(this.#client);
    const call = this.#client.call(this.#path(type));
    this.#calls.set(key, call);
    void this.#answer(call);
    return call;
  }

  #path(type: string): string {
    const form = this.#mode === "sotw" ? "Stream" : "Delta";
    if (this.#transport === "aggregated") {
      return `/envoy.service.discovery.v3.AggregatedDiscoveryService/${form}AggregatedResources`;
    }
    const found = Object.values(services).find(([each]) => each === type);
    assert.ok(found);
    const [, folder, kind, plural] = found;
    return `/envoy.service.${folder}.v3.${kind}DiscoveryService/${form}${plural}`;
  }

  async #answer(call: ClientCall): Promise<void> {
    for (let bytes = await call.next(); bytes; bytes = await call.next()) {
      const received = this.#mode === "sotw" ? readSotw(bytes) : readDelta(bytes);
      this.received.push(received);
      const { type, nonce, version } = received;
      if (this.#mode === "sotw") this.#sendSotw(type, this.#subscribed.get(type) ?? [], nonce, version);
      else this.#sendDelta(type, { responseNonce: nonce });
    }
  }

  #lastVersion(type: string): string {
    return this.received.findLast((each) => each.type === type)?.version ?? "";
  }

  #sendSotw(typeUrl: string, resourceNames: readonly string[], responseNonce: string, versionInfo: string): void {
    this.#requests += 1;
    const request = { node, typeUrl, resourceNames: [...resourceNames], responseNonce, versionInfo };
    this.#call(typeUrl).send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", request));
  }

  #sendDelta(typeUrl: string, fields: object): void {
    this.#requests += 1;
    const request = { node, typeUrl, ...fields };
    this.#call(typeUrl).send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", request));
  }
}

const node = { id: "sidecar~10.0.0.1~test.default~default.svc.cluster.local" };

/** In all four types the name is the first field, and nothing more is needed. */
function resourceOf(type: string, name: string, version: string): XdsResource {
  const message = codec.encode("envoy.config.cluster.v3.Cluster", { name });
  return { ...xdsResource(type, name, message), version };
}

function readSotw(bytes: Uint8Array): Received {
  const {
    typeUrl = "",
    versionInfo = "",
    nonce = "",
    resources = [],
  } = decodeAny<DiscoveryResponse>("envoy.service.discovery.v3.DiscoveryResponse", bytes);
  const told = resources as readonly { readonly name?: string; readonly clusterName?: string }[];
  const versions = told.map(({ name, clusterName = "" }) => [name ?? clusterName, versionInfo] as const);
  return { type: typeUrl, version: versionInfo, nonce, resources: new Map(versions), removed: [] };
}

function readDelta(bytes: Uint8Array): Received {
  const {
    typeUrl = "",
    nonce = "",
    resources = [],
    removedResources = [],
  } = decodeAny<DeltaDiscoveryResponse>("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
  const versions = resources.map(({ name = "", version = "" }) => [name, version] as const);
  return { type: typeUrl, version: "", nonce, resources: new Map(versions), removed: removedResources };
}

function decodeAny<T>(
  name: "envoy.service.discovery.v3.DiscoveryResponse" | "envoy.service.discovery.v3.DeltaDiscoveryResponse",
  bytes: Uint8Array,
): T {
  return codec.decode(name, bytes) as T;
}
