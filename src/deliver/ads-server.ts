import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { isObject } from "../base/json.ts";
import { type Proxy as MeshProxy, type NodeIdentity, parseProxy } from "../core/index.ts";
import type { GrpcCall, GrpcHandler } from "../grpc/index.ts";
import { answerQuery } from "./answer-query.ts";
import type { ConfigSource, ConfigVersion, StreamAbilities } from "./config-source.ts";
import { Connection } from "./connection.ts";
import type { ConnectedClient, DeliveryEvents } from "./delivery-events.ts";
import { DeltaSubscription } from "./delta-subscription.ts";
import { NameLists } from "./name-lists.ts";
import { NameSets } from "./name-set.ts";
import type { Queries } from "./query.ts";
import type { Reports } from "./reports.ts";
import {
  type Addressed,
  type MessageDecoder,
  type RequestReading,
  readDeltaRequest,
  readSotwRequest,
} from "./requests.ts";
import { SotwSubscription } from "./sotw-subscription.ts";
import { defaultStreamLimits, type StreamLimits } from "./stream-limits.ts";
import { StreamRate } from "./stream-rate.ts";
import { VirtualHostSubscription } from "./virtual-host-subscription.ts";
import { xdsTypes } from "./xds-types.ts";

export interface AdsServerOptions {
  readonly source: ConfigSource;
  readonly decoder: MessageDecoder;
  readonly events: DeliveryEvents;
  /** Types that somebody else answers. Default: none. */
  readonly queries?: Queries;
  /** Refuses, by a fault, a client that is not who its node says. Default: everybody is. */
  readonly authenticate?: (proxy: MeshProxy, call: GrpcCall) => void;
  /**
   * Takes in a client before its first request is dealt with, or refuses it by a fault. That it goes is told to `events`, also
   * if it was refused. Default: everybody is taken.
   */
  readonly welcome?: (client: ConnectedClient) => Promise<void>;
  /** Types by which clients tell of themselves. Default: none. */
  readonly reports?: Reports;
  /** Refuses, by a fault, a client that may not have a type. Default: everybody may have everything. */
  readonly authorize?: (client: ConnectedClient, type: string) => void;
  readonly limits?: Partial<StreamLimits>;
  /** Streams that may begin in a second; further ones wait, and are refused if that takes longer than one. Default: no limit. */
  readonly streamsPerSecond?: number;
  readonly clock?: Clock;
}

/** Services of the form before the present one. Who still asks for them is told what to ask for. */
const oldServices = [
  "/envoy.service.discovery.v2.AggregatedDiscoveryService/StreamAggregatedResources",
  "/envoy.service.discovery.v2.AggregatedDiscoveryService/DeltaAggregatedResources",
  "/envoy.api.v2.ClusterDiscoveryService/StreamClusters",
  "/envoy.api.v2.EndpointDiscoveryService/StreamEndpoints",
  "/envoy.api.v2.ListenerDiscoveryService/StreamListeners",
  "/envoy.api.v2.RouteDiscoveryService/StreamRoutes",
];

async function refuseOldService(): Promise<void> {
  const now = "envoy.service.discovery.v3.AggregatedDiscoveryService";
  throw new FairwayError("MethodNotAllowed", `xDS v2 is not spoken: ask ${now} (transport_api_version: V3)`);
}

/** The services of one type each, besides the aggregated one. */
const singleServices = [
  ["cluster", "Cluster", "Clusters", xdsTypes.cluster],
  ["endpoint", "Endpoint", "Endpoints", xdsTypes.endpoint],
  ["listener", "Listener", "Listeners", xdsTypes.listener],
  ["route", "Route", "Routes", xdsTypes.route],
  ["secret", "Secret", "Secrets", xdsTypes.secret],
  ["extension", "ExtensionConfig", "ExtensionConfigs", xdsTypes.extension],
] as const;

/** A stream that a client opened, and what it can carry. */
interface ServedStream {
  readonly call: GrpcCall;
  readonly abilities: StreamAbilities;
}

/** The discovery services of xDS: who is connected, and what becomes of requests. */
export class AdsServer {
  readonly #options: AdsServerOptions;
  readonly #limits: StreamLimits;
  readonly #clock: Clock;
  readonly #connections = new Map<string, Connection>();
  readonly #nameSets = new NameSets();
  readonly #nameLists = new NameLists();
  readonly #rate: StreamRate;
  #counter = 0;

  constructor(options: AdsServerOptions) {
    this.#options = options;
    this.#limits = { ...defaultStreamLimits, ...options.limits };
    this.#clock = options.clock ?? systemClock;
    this.#rate = new StreamRate(options.streamsPerSecond ?? 0, this.#clock);
  }

  /** The clients that are connected now. */
  connections(): readonly Connection[] {
    return [...this.#connections.values()];
  }

  /** The handlers, by the paths of their methods; also of methods of old services, which say what to ask for. */
  methods(): ReadonlyMap<string, GrpcHandler> {
    return new Map([...this.#served(), ...oldServices.map((path) => [path, refuseOldService] as const)]);
  }

  /** The names of the services that are served. */
  get services(): ReadonlySet<string> {
    return new Set(Array.from(this.#served().keys(), (path) => path.slice(1, path.lastIndexOf("/"))));
  }

  #served(): ReadonlyMap<string, GrpcHandler> {
    const ads = "/envoy.service.discovery.v3.AggregatedDiscoveryService";
    const methods = new Map<string, GrpcHandler>([
      [`${ads}/StreamAggregatedResources`, (call) => this.#serveSotw(call)],
      [`${ads}/DeltaAggregatedResources`, (call) => this.#serveDelta(call)],
    ]);
    for (const [folder, kind, plural, type] of singleServices) {
      const service = `/envoy.service.${folder}.v3.${kind}DiscoveryService`;
      methods.set(`${service}/Stream${plural}`, (call) => this.#serveSotw(call, type));
      methods.set(`${service}/Delta${plural}`, (call) => this.#serveDelta(call, type));
    }
    return methods;
  }

  async #serveSotw(call: GrpcCall, only?: string): Promise<void> {
    const reading = this.#reading(only);
    await this.#serve(
      { call, abilities: { virtualHosts: false } },
      (bytes) => readSotwRequest(reading, bytes),
      (connection, { type, request }) => {
        const report = this.#options.reports?.(type);
        if (report) return report(connection, request.error);
        const query = this.#options.queries?.(type);
        if (query) return answerQuery(query, connection, { form: "sotw", type, ...request });
        this.#options.authorize?.(connection, type);
        return connection.request(
          type,
          () => new SotwSubscription(type, this.#nameSets),
          (subscription) => subscription.take(request),
        );
      },
    );
  }

  async #serveDelta(call: GrpcCall, only?: string): Promise<void> {
    const reading = this.#reading(only);
    await this.#serve(
      { call, abilities: { virtualHosts: only === undefined } },
      (bytes) => readDeltaRequest(reading, bytes),
      (connection, { type, request }) => {
        const report = this.#options.reports?.(type);
        if (report) return report(connection, request.error);
        const query = this.#options.queries?.(type);
        if (query) {
          return answerQuery(query, connection, { form: "delta", type, ...request, names: request.subscribe });
        }
        this.#options.authorize?.(connection, type);
        return connection.request(
          type,
          () => this.#deltaSubscription(connection, type),
          (subscription) => subscription.take(request),
        );
      },
    );
  }

  #deltaSubscription(connection: Connection, type: string): DeltaSubscription | VirtualHostSubscription {
    if (type !== xdsTypes.virtualHost) return new DeltaSubscription(type, this.#nameSets);
    return new VirtualHostSubscription(() => {
      const routes = connection.subscriptions.find((each) => each.type === xdsTypes.route);
      return routes instanceof DeltaSubscription ? routes : undefined;
    });
  }

  #reading(only: string | undefined): RequestReading {
    return { decoder: this.#options.decoder, names: this.#nameLists, limits: this.#limits, only };
  }

  async #serve<R extends Pick<Addressed<unknown>, "type" | "node">>(
    stream: ServedStream,
    read: (bytes: Uint8Array) => R,
    take: (connection: Connection, request: R) => Promise<void> | void,
  ): Promise<void> {
    if (!this.#options.source.current) throw new FairwayError("Unavailable", "the configuration is not synced yet");
    let connection: Connection | undefined;
    try {
      for await (const bytes of stream.call.messages) {
        this.#options.events.received(bytes.length);
        const request = read(bytes);
        if (!connection) {
          const node = request.node();
          // An agent beside a proxy may tell of its workload before the proxy itself has said who it is.
          if (node === undefined && this.#options.reports?.(request.type)) continue;
          connection = await this.#begin(stream, node);
          await this.#options.welcome?.(connection);
        }
        await take(connection, request);
      }
    } finally {
      if (connection) this.#disconnect(connection);
    }
  }

  /** Who is refused for what it says is refused at once: it costs nothing. */
  async #begin({ call, abilities }: ServedStream, node: unknown): Promise<Connection> {
    const proxy = parseProxy(identityOf(node));
    this.#options.authenticate?.(proxy, call);
    await this.#rate.admit();
    return this.#connect({ call, abilities }, proxy, node);
  }

  #connect({ call, abilities }: ServedStream, proxy: MeshProxy, node: unknown): Connection {
    const { source, events } = this.#options;
    const connection = new Connection({
      id: `${proxy.id}-${++this.#counter}`,
      proxy,
      agent: agentOf(node),
      call,
      version: source.current as ConfigVersion,
      abilities,
      limits: this.#limits,
      events,
      clock: this.#clock,
    });
    this.#connections.set(connection.id, connection);
    events.connected(connection);
    return connection;
  }

  #disconnect(connection: Connection): void {
    this.#connections.delete(connection.id);
    this.#options.events.disconnected(connection);
  }
}

/** Characters that are kept of how a client calls its program. */
const maxAgent = 100;

/** `envoy 1.40.0`, from how the node calls its program. */
function agentOf(node: unknown): string {
  if (!isObject(node)) return "";
  const { userAgentName: name, userAgentVersion: said, userAgentBuildVersion: build } = node;
  const version = isObject(build) && isObject(build["version"]) ? build["version"] : undefined;
  const numbers = version && ["majorNumber", "minorNumber", "patch"].map((part) => version[part] ?? 0).join(".");
  const words = [name, said ?? numbers].filter((word) => typeof word === "string" && word !== "");
  return words.join(" ").slice(0, maxAgent);
}

function identityOf(node: unknown): NodeIdentity {
  if (!isObject(node) || typeof node["id"] !== "string" || node["id"] === "") {
    throw new FairwayError("BadRequest", "missing node information: the first request of a stream must have a node id");
  }
  const { id, metadata, locality } = node;
  const place = isObject(locality) ? locality : {};
  const word = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    id,
    metadata,
    locality: { region: word(place["region"]), zone: word(place["zone"]), subzone: word(place["subZone"]) },
  };
}
