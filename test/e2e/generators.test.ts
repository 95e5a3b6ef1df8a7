import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { wireFields, wireText } from "../../src/base/testing/wire-fields.ts";
import { xdsTypes } from "../../src/deliver/index.ts";
import { type ClientCall, GrpcClient } from "../../src/grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../../src/translate/index.ts";
import { type RunningFairway, scratch, startFairway } from "../tools/fairway.ts";

const codec = loadEnvoyCodec();
const service = "/envoy.service.discovery.v3.AggregatedDiscoveryService";
const entries = "networking.istio.io/v1/ServiceEntry";
const node = (metadata: object) => ({ id: "sidecar~10.0.0.1~a.app~app.svc.cluster.local", metadata });

function entry(name: string): string {
  return JSON.stringify({
    apiVersion: "networking.istio.io/v1",
    kind: "ServiceEntry",
    metadata: { namespace: "app", name },
    spec: {
      hosts: [`${name}.example.com`],
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
      resolution: "DNS",
    },
  });
}

/** A response whose resources are of messages that are not Envoy's. */
interface Response {
  readonly type: string;
  readonly nonce: string;
  /** Of the delta form: names of the resources, and of those that are gone. */
  readonly names: readonly string[];
  readonly removed: readonly string[];
  /** Of the state-of-the-world form: each an Any. */
  readonly resources: readonly Uint8Array[];
}

async function next(call: ClientCall): Promise<Response> {
  const bytes = await call.next();
  assert.ok(bytes);
  const fields = wireFields(bytes);
  const texts = (field: number) => fields(field).map((each) => Buffer.from(each).toString());
  return {
    type: wireText(bytes, 4),
    nonce: wireText(bytes, 5),
    resources: fields(2),
    names: fields(2).map((each) => wireText(each, 3)),
    removed: texts(6),
  };
}

describe("clients that are no proxies", { timeout: 60_000 }, () => {
  const { dir, remove } = scratch();
  const config = join(dir, "config");
  let server: RunningFairway;

  before(async () => {
    mkdirSync(config);
    writeFileSync(join(config, "one.json"), entry("one"));
    server = await startFairway(join(dir, "data"), ["--config-dir", config, "--multi-root-mesh", "true"]);
  });
  after(async () => {
    await server.stop();
    remove();
  });

  function connect(t: TestContext, method: "StreamAggregatedResources" | "DeltaAggregatedResources") {
    const client = new GrpcClient(`http://${server.addresses.get("xds")}`);
    t.after(() => client.close());
    const call = client.call(`${service}/${method}`);
    const form = method.startsWith("Delta") ? "DeltaDiscoveryRequest" : "DiscoveryRequest";
    const ask = (fields: object) => call.send(codec.encode(`envoy.service.discovery.v3.${form}`, fields));
    return { call, ask };
  }

  test("take objects by kind, and then what changes of that kind and nothing else", async (t) => {
    const { call, ask } = connect(t, "DeltaAggregatedResources");
    ask({ node: node({ GENERATOR: "api" }), typeUrl: entries });
    const first = await next(call);
    assert.deepEqual([first.type, first.names], [entries, ["app/one"]]);
    ask({ typeUrl: entries, responseNonce: first.nonce });
    const rules = "networking.istio.io/v1/DestinationRule";
    ask({ typeUrl: rules });
    const none = await next(call);
    assert.deepEqual([none.type, none.names], [rules, []]);
    ask({ typeUrl: rules, responseNonce: none.nonce });
    writeFileSync(join(config, "two.json"), entry("two"));
    const second = await next(call);
    assert.deepEqual([second.type, second.names, second.removed], [entries, ["app/two"], []]);
    ask({ typeUrl: entries, responseNonce: second.nonce });
    writeFileSync(join(config, "two.json"), "");
    const third = await next(call);
    assert.deepEqual([third.type, third.names, third.removed], [entries, [], ["app/two"]]);
  });

  test("take whole kinds in the form that knows no changes, and proxies' types as others do", async (t) => {
    const { call, ask } = connect(t, "StreamAggregatedResources");
    ask({ node: node({ GENERATOR: "api" }), typeUrl: entries });
    const { type, resources } = await next(call);
    assert.equal(type, entries);
    const told = resources.map((any) => {
      const [object = new Uint8Array()] = wireFields(any)(2);
      return [wireText(any, 1), wireText(wireFields(object)(1)[0] ?? new Uint8Array(), 1)];
    });
    assert.deepEqual(told, [["type.googleapis.com/istio.mcp.v1alpha1.Resource", "app/one"]]);
    ask({ typeUrl: xdsTypes.cluster });
    const clusters = await next(call);
    assert.ok(clusters.resources.length > 0);
    assert.equal(clusters.type, xdsTypes.cluster);
  });

  test("are among those that CSDS tells of", async (t) => {
    const { call, ask } = connect(t, "DeltaAggregatedResources");
    ask({ node: node({ GENERATOR: "api" }), typeUrl: entries });
    await next(call);
    const client = new GrpcClient(`http://${server.addresses.get("xds")}`);
    t.after(() => client.close());
    const csds = client.call("/envoy.service.status.v3.ClientStatusDiscoveryService/FetchClientStatus");
    csds.send(codec.encode("envoy.service.status.v3.ClientStatusRequest", {}));
    const bytes = await csds.next();
    assert.ok(bytes);
    const { config = [] } = codec.decode("envoy.service.status.v3.ClientStatusResponse", bytes);
    const told = config.flatMap(({ genericXdsConfigs = [] }) => genericXdsConfigs);
    assert.ok(told.some(({ typeUrl, name, xdsConfig }) => typeUrl === entries && name === "app/one" && !xdsConfig));
  });

  test("are told which authorities the mesh trusts", async (t) => {
    const { call, ask } = connect(t, "StreamAggregatedResources");
    ask({ node: node({ ISTIO_VERSION: "1.31.0" }), typeUrl: xdsTypes.proxyConfig });
    const { resources } = await next(call);
    const [message = new Uint8Array()] = wireFields(resources[0] ?? new Uint8Array())(2);
    assert.match(wireText(message, 34), /^-----BEGIN CERTIFICATE-----/);
  });
});
