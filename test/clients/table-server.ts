import {
  AdsServer,
  type ConfigVersion,
  type Connection,
  noEvents,
  ResourceSet,
  shortType,
  xdsResource,
  xdsTypes,
} from "../../src/deliver/index.ts";
import type { RouteConfiguration } from "../../src/gen/envoy/config/route/v3.ts";
import { GrpcServer } from "../../src/grpc/index.ts";
import { encodeRouteTable } from "../../src/main/encode-route-table.ts";
import { encodeHostlessTable, hostsOfTable } from "../../src/main/hostless-table.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";

const codec = loadEnvoyCodec();
const extension = "type.googleapis.com/envoy.extensions.filters";

/** A route table, and the port that it is for; no port: no listener uses it. */
export interface PortTable {
  readonly port?: number;
  readonly table: RouteConfiguration;
}

/** A listener whose routes are in a table. */
function listener(port: number, routeConfigName: string) {
  const manager = {
    "@type": `${extension}.network.http_connection_manager.v3.HttpConnectionManager`,
    statPrefix: `p${port}`,
    rds: { configSource: { ads: {}, initialFetchTimeout: "0s", resourceApiVersion: "V3" }, routeConfigName },
    httpFilters: [{ name: "router", typedConfig: { "@type": `${extension}.http.router.v3.Router` } }],
  };
  const message = {
    name: `l${port}`,
    address: { socketAddress: { address: "127.0.0.1", portValue: port } },
    filterChains: [{ filters: [{ name: "http", typedConfig: manager }] }],
  };
  const bytes = codec.encode("envoy.config.listener.v3.Listener", message as never);
  return xdsResource(xdsTypes.listener, message.name, bytes);
}

/** What clients are to have: these tables, with their hosts apart for who can take them so, or for nobody. */
export function versionOf(tables: readonly PortTable[], split = true): ConfigVersion {
  const listeners = tables.flatMap(({ port, table }) => (port === undefined ? [] : [listener(port, table.name ?? "")]));
  const whole = tables.map(({ table }) =>
    xdsResource(xdsTypes.route, table.name ?? "", encodeRouteTable(codec, table).bytes),
  );
  const hostless = tables.map(({ table: { name = "", ...rest } }) =>
    xdsResource(xdsTypes.route, name, encodeHostlessTable(codec, { name, ...rest }).bytes, {
      follower: { type: xdsTypes.virtualHost, name },
    }),
  );
  const hosts = tables.map(({ table }) => hostsOfTable(codec, table));
  const sets = (apart: boolean) =>
    new Map([
      [xdsTypes.listener as string, ResourceSet.of(xdsTypes.listener, listeners)],
      [xdsTypes.route, ResourceSet.of(xdsTypes.route, apart ? hostless : whole)],
      [xdsTypes.virtualHost, ResourceSet.ofDistinctGroups(xdsTypes.virtualHost, apart ? hosts : [])],
    ]);
  const [apart, together] = [sets(true), sets(false)];
  return {
    name: "test",
    number: 1,
    client: (_, abilities) => ({
      resources: (type) => (split && abilities?.virtualHosts ? apart : together).get(type) ?? ResourceSet.empty(type),
    }),
  };
}

/** The product's discovery server with tables that the test decides on. */
export class TableServer {
  /** What was sent since the last push: the types, and the bytes of each. */
  readonly sent: { readonly type: string; readonly bytes: number }[] = [];
  readonly refusals: string[] = [];
  readonly #source: { current: ConfigVersion };
  readonly #ads: AdsServer;
  readonly #grpc: GrpcServer;

  constructor(tables: readonly PortTable[]) {
    this.#source = { current: versionOf(tables) };
    this.#ads = new AdsServer({
      source: this.#source,
      decoder: codec,
      events: {
        ...noEvents,
        sent: (_, type, { bytes }) => this.sent.push({ type: shortType(type), bytes }),
        answered: (_, { type, acknowledgement: { error = "" } }, answer) => {
          if (answer === "refused") this.refusals.push(`${shortType(type)}: ${error}`);
        },
      },
    });
    this.#grpc = new GrpcServer({ methods: this.#ads.methods() });
  }

  /** The port that it listens on. */
  async listen(): Promise<number> {
    return Number((await this.#grpc.listen({ host: "127.0.0.1", port: 0 }, "tables")).split(":")[1]);
  }

  /** The only client. */
  get client(): Connection | undefined {
    return this.#ads.connections()[0];
  }

  /** Whether the client asks for a table. */
  wantsTable(name: string): boolean {
    const wanted = this.client?.subscriptions.find(({ type }) => type === xdsTypes.route)?.wanted;
    return wanted === "all" || wanted?.has(name) === true;
  }

  /** From now on who connects is to have these tables. */
  publish(tables: readonly PortTable[], split = true): ConfigVersion {
    this.sent.length = 0;
    this.#source.current = versionOf(tables, split);
    return this.#source.current;
  }

  /** Brings the client to these tables. */
  async push(tables: readonly PortTable[], split = true): Promise<void> {
    await this.client?.push(this.publish(tables, split));
  }

  close(): Promise<void> {
    return this.#grpc.close(0);
  }
}
