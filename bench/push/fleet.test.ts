import assert from "node:assert/strict";
import { once } from "node:events";
import { afterEach, beforeEach, describe, test } from "node:test";
import { type GrpcCall, GrpcServer } from "../../src/grpc/index.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { goSkipReason } from "../../test/peers/go-program.ts";
import { Fleet } from "./fleet.ts";
import { simulatedSidecars } from "./sidecars.ts";

const codec = loadEnvoyCodec();
const service = "envoy.service.discovery.v3";
const url = {
  CDS: "type.googleapis.com/envoy.config.cluster.v3.Cluster",
  EDS: "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment",
  LDS: "type.googleapis.com/envoy.config.listener.v3.Listener",
  RDS: "type.googleapis.com/envoy.config.route.v3.RouteConfiguration",
};
type Type = keyof typeof url;

/** What a sidecar has said, in either form. */
interface Asked {
  readonly type: Type;
  readonly names: readonly string[];
  readonly gone: readonly string[];
  readonly nonce: string;
  readonly id: string;
}

/** A control plane that says what a test tells it to, and hears what sidecars say. */
class ScriptedServer {
  readonly asked: Asked[] = [];
  readonly calls: GrpcCall[] = [];
  readonly #delta: boolean;
  readonly #server: GrpcServer;
  readonly #heard = new EventTarget();
  refuse = 0;
  #nonce = 0;

  constructor(delta: boolean) {
    this.#delta = delta;
    const path = `/${service}.AggregatedDiscoveryService/${delta ? "Delta" : "Stream"}AggregatedResources`;
    const serve = async (call: GrpcCall) => {
      if (this.refuse-- > 0) return;
      this.calls.push(call);
      for await (const message of call.messages) {
        this.asked.push(this.#read(message));
        this.#heard.dispatchEvent(new Event("asked"));
      }
    };
    this.#server = new GrpcServer({ methods: new Map([[path, serve]]), report: () => {} });
  }

  listen(): Promise<string> {
    return this.#server.listen({ host: "127.0.0.1", port: 0 }, "the test's server");
  }

  close(): Promise<void> {
    return this.#server.close(0);
  }

  /** The next thing that sidecars say and nobody has asked for yet. */
  async next(): Promise<Asked> {
    while (this.asked.length === 0) await once(this.#heard, "asked");
    const [first] = this.asked.splice(0, 1);
    assert.ok(first);
    return first;
  }

  /** Sends resources to all, and returns the nonce. */
  async send(type: Type, resources: readonly object[], removed: readonly string[] = []): Promise<string> {
    const nonce = `nonce-${++this.#nonce}`;
    const typeUrl = url[type];
    const packed = resources.map((resource) => ({ "@type": typeUrl, ...resource }));
    const named = packed.map((resource) => ({ name: nameOf(resource), version: nonce, resource }));
    const message = this.#delta
      ? codec.encode(
          `${service}.DeltaDiscoveryResponse` as never,
          { typeUrl, nonce, resources: named, removedResources: removed } as never,
        )
      : codec.encode(
          `${service}.DiscoveryResponse` as never,
          { typeUrl, nonce, versionInfo: nonce, resources: packed } as never,
        );
    for (const call of this.calls) await call.send([message]);
    return nonce;
  }

  #read(message: Uint8Array): Asked {
    const name = `${service}.${this.#delta ? "DeltaDiscoveryRequest" : "DiscoveryRequest"}` as never;
    const said = codec.decode(name, message) as Readonly<Record<string, unknown>>;
    const list = (field: string) => ((said[field] ?? []) as readonly string[]).toSorted();
    const type = (Object.keys(url) as Type[]).find((each) => url[each] === said["typeUrl"]);
    assert.ok(type);
    return {
      type,
      names: list(this.#delta ? "resourceNamesSubscribe" : "resourceNames"),
      gone: list("resourceNamesUnsubscribe"),
      nonce: String(said["responseNonce"] ?? ""),
      id: (said["node"] as { readonly id?: string } | undefined)?.id ?? "",
    };
  }
}

function nameOf(resource: object): string {
  const { name, clusterName } = resource as { readonly name?: string; readonly clusterName?: string };
  return name ?? clusterName ?? "";
}

const ads = { ads: {}, resourceApiVersion: "V3" };
const cluster = (name: string) => ({ name, type: "EDS", edsClusterConfig: { edsConfig: ads } });
const plain = (name: string) => ({ name, type: "STATIC" });
const assignment = (clusterName: string, statPrefix = "") => ({
  clusterName,
  namedEndpoints: {},
  ...(statPrefix && { policy: { dropOverloads: [{ category: statPrefix }] } }),
});
const listener = (name: string, ...routes: readonly string[]) => ({
  name,
  filterChains: routes.map((routeConfigName) => ({
    filters: [
      {
        name: "http",
        typedConfig: {
          "@type":
            "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
          statPrefix: name,
          rds: { routeConfigName, configSource: ads },
        },
      },
    ],
  })),
});

/** Says of an answer no more than what tests look at. */
const brief = ({ type, names, gone, nonce }: Asked) => ({ type, names, gone, nonce });
const said = (type: Type, nonce: string, names: readonly string[] = [], gone: readonly string[] = []) => {
  return { type, names, gone, nonce };
};

for (const delta of [true, false]) {
  describe(`the fleet in the ${delta ? "delta" : "state-of-the-world"} form`, {
    skip: goSkipReason,
    timeout: 60_000,
  }, () => {
    let server: ScriptedServer;
    let fleet: Fleet;
    let address: string;
    beforeEach(async () => {
      server = new ScriptedServer(delta);
      address = await server.listen();
      fleet = new Fleet();
    });
    afterEach(async () => {
      await fleet.stop();
      await server.close();
    });
    const next = async () => brief(await server.next());
    const connect = (count: number) =>
      fleet.connect({ address, delta, sidecars: simulatedSidecars(count, 10), limitMs: 30_000 });
    /** Answers all of a sidecar's first questions. */
    const serveFirst = async () => {
      const first = await server.next();
      assert.deepEqual(brief(first), said("CDS", ""));
      const clusters = await server.send("CDS", [cluster("a"), cluster("b"), plain("c")]);
      assert.deepEqual(await next(), said("CDS", clusters));
      assert.deepEqual(await next(), said("EDS", "", ["a", "b"]));
      const endpoints = await server.send("EDS", [assignment("a"), assignment("b")]);
      assert.deepEqual(await next(), said("EDS", endpoints, delta ? [] : ["a", "b"]));
      assert.deepEqual(await next(), said("LDS", ""));
      const listeners = await server.send("LDS", [listener("in"), listener("out", "80", "81")]);
      assert.deepEqual(await next(), said("LDS", listeners));
      assert.deepEqual(await next(), said("RDS", "", ["80", "81"]));
      const routes = await server.send("RDS", [{ name: "80" }, { name: "81" }]);
      assert.deepEqual(await next(), said("RDS", routes, delta ? [] : ["80", "81"]));
      return { id: first.id, endpoints, routes };
    };

    test("asks as Envoy does, and is connected when all was answered", async () => {
      const connected = connect(1);
      assert.equal((await serveFirst()).id, "sidecar~10.20.0.0~svc-0-0.ns-0~ns-0.svc.cluster.local");
      const { expected, reached } = await connected;
      assert.deepEqual({ expected, reached }, { expected: 1, reached: 1 });
      assert.deepEqual(await fleet.holds(), { CDS: 3, EDS: 2, LDS: 2, RDS: 2 });
      const { messages, resources, refused } = await fleet.quiet(1, 1000);
      assert.deepEqual(messages, { CDS: 1, EDS: 1, LDS: 1, RDS: 1 });
      assert.deepEqual(resources, { CDS: 3, EDS: 2, LDS: 2, RDS: 2 });
      assert.equal(refused, 0);
    });

    test("follows the names that clusters and listeners come to want", async () => {
      const connected = connect(1);
      const before = await serveFirst();
      await connected;
      const clusters = delta
        ? await server.send("CDS", [cluster("d")], ["a"])
        : await server.send("CDS", [cluster("b"), plain("c"), cluster("d")]);
      assert.deepEqual(await next(), said("CDS", clusters));
      const wanted = delta ? said("EDS", "", ["d"], ["a"]) : said("EDS", before.endpoints, ["b", "d"]);
      assert.deepEqual(await next(), wanted);
      const listeners = delta
        ? await server.send("LDS", [listener("out", "81", "82")])
        : await server.send("LDS", [listener("in"), listener("out", "81", "82")]);
      assert.deepEqual(await next(), said("LDS", listeners));
      const routes = delta ? said("RDS", "", ["82"], ["80"]) : said("RDS", before.routes, ["81", "82"]);
      assert.deepEqual(await next(), routes);
      assert.deepEqual(await fleet.holds(), { CDS: 3, EDS: 1, LDS: 2, RDS: 1 });
    });

    test("says when the last of those who are concerned has a change, by its content", async () => {
      const connected = connect(1);
      await serveFirst();
      await connected;
      const marker = new TextEncoder().encode("marker-1");
      await fleet.watch({ marker, types: ["EDS", "CDS"], write: async () => {} });
      const none = await fleet.wait(1);
      assert.deepEqual([none.expected, none.reached], [1, 0]);
      await server.send("RDS", [{ name: "80", virtualHosts: [{ name: "marker-1", domains: ["*"] }] }]);
      await server.send("EDS", [assignment("a", "marker-2")]);
      await server.send("EDS", [assignment("a", "marker-1")]);
      for (let left = 3; left > 0; left--) await server.next();
      assert.equal((await fleet.wait(1)).reached, 0, "another type has the marker, and another marker the type");
      const whole = delta ? [cluster("marker-1")] : [cluster("a"), cluster("b"), plain("marker-1")];
      await server.send("CDS", whole);
      const { reached, lastMs } = await fleet.wait(20_000);
      assert.equal(reached, 1);
      assert.ok(lastMs > 0);
      const { messages } = await fleet.quiet(1, 1000);
      assert.deepEqual(messages, { CDS: 1, EDS: 2, LDS: 0, RDS: 1 });
    });

    test("reads responses of megabytes, wherever they are cut", async () => {
      const connected = connect(1);
      await serveFirst();
      await connected;
      await fleet.watch({
        marker: new TextEncoder().encode("marker-1"),
        types: ["EDS"],
        write: async () => {},
      });
      // Of all lengths, so that pieces end in tags, lengths and contents, and one of many pieces; the last has the marker.
      const many = Array.from({ length: 400 }, (_, i) => assignment(`many-${i}`, "x".repeat(1 + i * 37)));
      const last = assignment("last", `${"y".repeat(300_000)}marker-1`);
      await server.send("EDS", [...many, last]);
      const { reached } = await fleet.wait(20_000);
      assert.equal(reached, 1);
      assert.equal((await fleet.holds()).EDS, 2 + 401);
      const { resources, bytes } = await fleet.quiet(1, 1000);
      assert.equal(resources.EDS, 401);
      assert.ok(bytes.EDS > (400 * 400 * 37) / 2 + 300_000);
    });

    test("waits only for the namespace that a change concerns", async () => {
      const connected = connect(10);
      // Ten sidecars talk at once: the server answers each type when all have asked.
      const all = async (wanted: Type, times: number) => {
        for (let left = 10 * times; left > 0; ) if ((await server.next()).type === wanted) left--;
      };
      await all("CDS", 1);
      await server.send("CDS", [plain("c")]);
      await all("LDS", 1);
      await server.send("LDS", [listener("in")]);
      assert.equal((await connected).reached, 10);
      const marker = new TextEncoder().encode("marker-1");
      await fleet.watch({ marker, types: ["LDS"], namespace: "ns-1", write: async () => {} });
      await server.send("LDS", [listener("marker-1")]);
      const { expected, reached } = await fleet.wait(20_000);
      assert.deepEqual([expected, reached], [5, 5]);
    });

    test("comes again after a refusal", async () => {
      server.refuse = 1;
      const connected = connect(1);
      await serveFirst();
      assert.equal((await connected).reached, 1);
      assert.equal((await fleet.quiet(1, 1000)).refused, 1);
    });
  });
}
