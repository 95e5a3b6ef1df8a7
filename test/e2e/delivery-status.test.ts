import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { xdsTypes } from "../../src/deliver/index.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { eventually } from "../tools/eventually.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const codec = loadEnvoyCodec();
const delta = "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources";
const nodeOf = (name: string, namespace: string) => ({
  id: `sidecar~10.0.0.1~${name}.${namespace}~${namespace}.svc.cluster.local`,
});
const service = (name: string) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "app" },
  spec: { clusterIP: "10.0.0.9", ports: [{ name: "http", port: 80 }] },
});
const rule = (maxConnections: number) => ({
  apiVersion: "networking.istio.io/v1",
  kind: "DestinationRule",
  metadata: { name: "web", namespace: "app" },
  spec: { host: "web", exportTo: ["."], trafficPolicy: { connectionPool: { tcp: { maxConnections } } } },
});

interface Page {
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly deleted?: boolean;
  readonly version?: number;
  readonly proxies: number;
  readonly acknowledged: number;
  readonly clients: readonly { readonly [field: string]: string }[];
}

/** A proxy that answers only when it is told to. */
class PatientProxy {
  readonly call: ClientCall;
  readonly #node: { readonly id: string };
  #nonce = "";

  constructor(client: GrpcClient, node: { readonly id: string }) {
    this.call = client.call(delta);
    this.#node = node;
  }

  ask(typeUrl: string, fields: object = {}): void {
    const request = { node: this.#node, typeUrl, ...fields };
    this.call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", request));
  }

  async read() {
    const bytes = (await this.call.next()) ?? assert.fail("the stream ended");
    const response = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
    this.#nonce = response.nonce ?? "";
    return response;
  }

  answer(fields: object = {}): void {
    this.ask(xdsTypes.cluster, { responseNonce: this.#nonce, ...fields });
  }
}

describe("the status of delivery", { timeout: 60_000 }, () => {
  const { dir, remove } = scratch();
  const config = join(dir, "config");
  const write = (object: { readonly kind: string; readonly [field: string]: unknown }) =>
    writeFileSync(join(config, `${object.kind}.yaml`), JSON.stringify(object));
  let server: RunningFairway;
  let client: GrpcClient;
  let near: PatientProxy;
  let far: PatientProxy;
  const page = async (query: string) => {
    const answer = await fetch(`${server.addresses.get("http")}/debug/config_distribution?${query}`);
    assert.equal(answer.status, 200, query);
    return (await answer.json()) as Page;
  };
  const ofRule = () => page("resource=DestinationRule/app/web");
  const counts = async () => {
    const { proxies, acknowledged } = await ofRule();
    return `${acknowledged} of ${proxies}`;
  };

  before(async () => {
    mkdirSync(config);
    write(service("web"));
    write(rule(1));
    write({ apiVersion: "v1", kind: "Secret", metadata: { name: "site", namespace: "app" }, type: "Opaque" });
    server = await startFairway(join(dir, "data"), ["--config-dir", config]);
    client = new GrpcClient(`http://${server.addresses.get("xds")}`);
    near = new PatientProxy(client, nodeOf("near", "app"));
    far = new PatientProxy(client, nodeOf("far", "other"));
  });
  after(async () => {
    await client?.close();
    await server?.stop();
    remove();
  });

  test("counts a proxy among those that have an object once it has accepted everything", async () => {
    near.ask(xdsTypes.cluster);
    await near.read();
    assert.equal(await counts(), "0 of 1");
    near.answer();
    await eventually(async () => assert.equal(await counts(), "1 of 1"));
    assert.equal((await page("resource=Secret/app/site")).acknowledged, 1);
    const { resourceVersion, generation, clients } = await ofRule();
    assert.equal(generation, 1);
    assert.deepEqual(clients, [
      {
        proxy: nodeOf("near", "app").id,
        cluster_acked: resourceVersion,
        listener_acked: resourceVersion,
        route_acked: resourceVersion,
        endpoint_acked: resourceVersion,
      },
    ]);
  });

  test("tells of a change who has it, at once for those who need not be told, and not for who refuses", async () => {
    far.ask(xdsTypes.cluster);
    await far.read();
    far.answer();
    await eventually(async () => assert.equal(await counts(), "2 of 2"));
    write(rule(2));
    await near.read();
    await eventually(async () => assert.equal(await counts(), "1 of 2"));
    const { generation, clients } = await ofRule();
    assert.equal(generation, 2);
    assert.deepEqual(
      clients.map((each) => ["cluster_acked" in each, "listener_acked" in each]),
      [
        [true, true],
        [false, true],
      ],
      "by the proxies' ids: far, near",
    );
    const underWay = (await page("")) as unknown as { readonly [key: string]: object };
    assert.deepEqual(Object.keys(underWay), ["networking.istio.io/DestinationRule/app/web"]);
    near.answer({ errorDetail: { code: 13, message: "no" } });
    write(rule(3));
    await near.read();
    await eventually(async () => assert.equal(await counts(), "1 of 2"));
    near.answer();
    await eventually(async () => assert.equal(await counts(), "2 of 2"));
    assert.deepEqual(await page(""), {});
  });

  test("follows a deletion, and knows nothing of what never was", async () => {
    rmSync(join(config, "DestinationRule.yaml"));
    await near.read();
    await eventually(async () => assert.equal(await counts(), "1 of 2"));
    assert.equal((await ofRule()).deleted, true);
    near.answer();
    await eventually(async () => assert.equal(await counts(), "2 of 2"));
    for (const [resource, status] of [
      ["Gateway/app/none", 404],
      ["Gateway/none", 400],
      ["Deployment/app/web", 400],
    ] as const) {
      const answer = await fetch(`${server.addresses.get("http")}/debug/config_distribution?resource=${resource}`);
      assert.equal(answer.status, status, resource);
    }
  });

  test("is told as it happens to who listens: who comes, who refuses what, who goes", async () => {
    const listener = new PatientProxy(client, nodeOf("listener", "istio-system"));
    const types = ["istio.io/connect", "istio.io/disconnect", "istio.io/nack"];
    const firsts = [];
    for (const type of types) {
      listener.ask(type);
      const { resources = [] } = await listener.read();
      firsts.push(resources.map(({ name }) => name?.split("~")[2]));
    }
    assert.deepEqual(firsts, [["near.app", "far.other", "listener.istio-system"], [], []]);
    const other = new GrpcClient(`http://${server.addresses.get("xds")}`);
    const late = new PatientProxy(other, nodeOf("late", "app"));
    late.ask(xdsTypes.cluster);
    const news = async () => {
      const { typeUrl, resources = [] } = await listener.read();
      return [
        typeUrl,
        ...resources.map(({ resource }) => resource as unknown as { [field: string]: unknown }),
      ] as const;
    };
    const [connect, node] = await news();
    assert.deepEqual([connect, node?.["id"]], ["istio.io/connect", nodeOf("late", "app").id]);
    const { nonce } = await late.read();
    late.answer({ errorDetail: { code: 13, message: "no" } });
    const [nack, refusal] = await news();
    assert.deepEqual(
      [nack, refusal?.["node"], refusal?.["typeUrl"], refusal?.["responseNonce"], refusal?.["errorDetail"]],
      ["istio.io/nack", { id: nodeOf("late", "app").id }, xdsTypes.cluster, nonce, { code: 13, message: "no" }],
    );
    await other.close();
    const [disconnect, gone] = await news();
    assert.deepEqual([disconnect, gone?.["id"]], ["istio.io/disconnect", nodeOf("late", "app").id]);
  });
});
