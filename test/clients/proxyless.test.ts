import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type GrpcCall, GrpcServer } from "../../src/grpc/index.ts";
import { type CallOptions, GrpcPeer, type PeerChannel, prepareGoPeer } from "../peers/grpc-peer.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";
import { pathOf } from "./contract-clients.ts";

const host = "echo.test.svc.cluster.local";
const versions = { a1: "v1", a2: "v1", b: "v2" } as const;
type Backend = keyof typeof versions;
const all = Object.keys(versions) as readonly Backend[];

const object = (kind: string, spec: object) => ({
  apiVersion: "networking.istio.io/v1",
  kind,
  metadata: { name: "echo", namespace: "test" },
  spec,
});

/** The service with some of its backends. */
function service(ports: Readonly<Record<Backend, number>>, backends: readonly Backend[]): object {
  return object("ServiceEntry", {
    hosts: [host],
    location: "MESH_INTERNAL",
    resolution: "STATIC",
    ports: [{ number: 7070, name: "grpc", protocol: "GRPC" }],
    endpoints: backends.map((name) => ({
      address: "127.0.0.1",
      labels: { version: versions[name] },
      ports: { grpc: ports[name] },
    })),
  });
}

const subsets = object("DestinationRule", {
  host,
  subsets: ["v1", "v2"].map((version) => ({ name: version, labels: { version } })),
});

/** All calls go to `version` but those that ask for another by a header. */
const routes = (version: string) =>
  object("VirtualService", {
    hosts: [host],
    http: [
      ...["v1", "v2"].map((subset) => ({
        match: [{ headers: { version: { exact: subset } } }],
        route: [{ destination: { host, subset } }],
      })),
      {
        route: ["v1", "v2"].map((subset) => ({
          destination: { host, subset },
          weight: subset === version ? 100 : 0,
        })),
      },
    ],
  });

/** Where a proxyless client finds its control plane, and what it says of itself. */
function bootstrap(xds: string, name: string): string {
  return JSON.stringify({
    xds_servers: [{ server_uri: xds, channel_creds: [{ type: "insecure" }], server_features: ["xds_v3"] }],
    node: {
      id: `sidecar~127.0.0.1~${name}.test~test.svc.cluster.local`,
      cluster: `${name}.test`,
      // Node's client takes no node without.
      locality: {},
      metadata: { GENERATOR: "grpc", NAMESPACE: "test" },
    },
  });
}

const clients = { Go: GrpcPeer.go, Node: GrpcPeer.node };

for (const [name, start] of Object.entries(clients)) {
  describe(`proxyless gRPC in ${name}`, { skip: name === "Go" && prepareGoPeer(), timeout: 120_000 }, () => {
    const { dir, remove } = scratch();
    const config = join(dir, "config");
    const backends: GrpcServer[] = [];
    const ports: Record<Backend, number> = { a1: 0, a2: 0, b: 0 };
    let server: RunningFairway;
    let peer: GrpcPeer;
    let channel: PeerChannel;

    /** Puts an object in place of the one that a file holds. */
    const write = (file: string, content: object) => {
      writeFileSync(join(dir, file), JSON.stringify(content));
      renameSync(join(dir, file), join(config, file));
    };
    const ask = async (options: CallOptions = {}) => {
      const { code, message, received } = await channel.unary(
        pathOf("Who"),
        { text: "" },
        { deadlineMs: 20_000, ...options },
      );
      assert.deepEqual([code, message], [0, ""]);
      return received?.text ?? "";
    };
    /** Who answers many calls; nobody of them fails. */
    const answering = async (options: CallOptions = {}) => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(options)));
      return [...new Set(answers)].sort();
    };
    const becomes = (wanted: readonly Backend[], options: CallOptions = {}) =>
      eventually(async () => assert.deepEqual(await answering(options), wanted));

    before(async () => {
      for (const backend of all) {
        const who = async (call: GrpcCall) => {
          await call.messages.next();
          await call.send([Buffer.from(backend)]);
        };
        const made = new GrpcServer({ methods: new Map([[pathOf("Who"), who]]) });
        backends.push(made);
        ports[backend] = Number((await made.listen({ host: "127.0.0.1", port: 0 }, "test")).split(":")[1]);
      }
      mkdirSync(config);
      write("service.json", service(ports, all));
      server = await startFairway(join(dir, "data"), ["--config-dir", config]);
      const xds = server.addresses.get("xds") ?? "";
      peer = start({ GRPC_XDS_BOOTSTRAP_CONFIG: bootstrap(xds, name.toLowerCase()) });
      channel = await peer.connect(`xds:///${host}:7070`);
    });
    after(async () => {
      await peer?.stop();
      await server?.stop();
      await Promise.all(backends.map((backend) => backend.close(1000)));
      remove();
    });

    test("finds a service by its name and balances over its endpoints", async () => {
      await becomes(all);
      const short = await peer.connect("xds:///echo:7070");
      assert.equal((await short.unary(pathOf("Who"), { text: "" }, { deadlineMs: 20_000 })).code, 0);
      await short.close();
    });

    test("follows endpoints that go and come", async () => {
      write("service.json", service(ports, ["a2"]));
      await becomes(["a2"]);
      write("service.json", service(ports, all));
      await becomes(all);
    });

    test("follows routes: by subset, by weight and by header", async () => {
      write("subsets.json", subsets);
      write("routes.json", routes("v1"));
      await becomes(["a1", "a2"]);
      assert.deepEqual(await answering({ metadata: { version: "v2" } }), ["b"]);
      write("routes.json", routes("v2"));
      await becomes(["b"]);
      assert.deepEqual(await answering({ metadata: { version: "v1" } }), ["a1", "a2"]);
    });

    test("calls on while the control plane is away, and follows it when it is back", async () => {
      const xds = server.addresses.get("xds") ?? "";
      assert.equal(await server.stop(), 0);
      assert.deepEqual(await answering(), ["b"]);
      write("routes.json", routes("v1"));
      server = await startFairway(join(dir, "data"), ["--config-dir", config, "--xds-address", xds]);
      await becomes(["a1", "a2"]);
      write("service.json", service(ports, ["a1", "b"]));
      await becomes(["a1"]);
    });
  });
}
