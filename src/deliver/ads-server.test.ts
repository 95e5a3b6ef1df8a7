import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { FairwayError } from "../base/fault.ts";
import { GrpcServer } from "../grpc/index.ts";
import { type ClientCall, GrpcClient } from "../grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { AdsServer, type AdsServerOptions } from "./ads-server.ts";
import type { ConfigVersion } from "./config-source.ts";
import { noEvents } from "./delivery-events.ts";
import { ResourceSet } from "./resource-set.ts";
import { xdsResource } from "./xds-resource.ts";
import { xdsTypes } from "./xds-types.ts";

const codec = loadEnvoyCodec();
const ads = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";
const node = { id: "sidecar~10.0.0.1~a.app~app.svc.cluster.local" };

/** A version with clusters of these names. */
function versionOf(...names: readonly string[]): ConfigVersion {
  const clusters = names.map((name) =>
    xdsResource(xdsTypes.cluster, name, codec.encode("envoy.config.cluster.v3.Cluster", { name })),
  );
  const set = ResourceSet.of(xdsTypes.cluster, clusters);
  return {
    name: names.join(),
    number: 1,
    client: () => ({ resources: (type) => (type === xdsTypes.cluster ? set : ResourceSet.empty(type)) }),
  };
}

async function start(t: TestContext, options: Partial<AdsServerOptions> = {}) {
  const log: string[] = [];
  const source = { current: versionOf("a") as ConfigVersion | undefined };
  const events = {
    ...noEvents,
    connected: ({ id }: { id: string }) => void log.push(`connected ${id}`),
    disconnected: ({ id }: { id: string }) => void log.push(`disconnected ${id}`),
    answered: (_: unknown, __: unknown, answer: string) => void log.push(answer),
    delayed: (_: unknown, __: string, timedOut: boolean) => void log.push(timedOut ? "timed out" : "delayed"),
    cutOff: () => void log.push("cut off"),
  };
  const server = new AdsServer({ source, decoder: codec, events, ...options });
  const grpc = new GrpcServer({ methods: server.methods() });
  const client = new GrpcClient(`http://${await grpc.listen({ host: "127.0.0.1", port: 0 }, "test")}`);
  t.after(async () => {
    await client.close();
    await grpc.close(100);
  });
  return { server, source, client, log };
}

function ask(call: ClientCall, fields: object = {}): void {
  const request = { node, typeUrl: xdsTypes.cluster, ...fields };
  call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", request));
}

async function answered(call: ClientCall) {
  const bytes = await call.next();
  assert.ok(bytes);
  const {
    resources = [],
    nonce = "",
    versionInfo = "",
  } = codec.decode("envoy.service.discovery.v3.DiscoveryResponse", bytes);
  return { names: resources.map((each) => (each as { name?: string }).name), nonce, versionInfo };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe("the discovery services", { timeout: 20_000 }, () => {
  test("serve nobody before there is a configuration", async (t) => {
    const { client, source } = await start(t);
    source.current = undefined;
    const call = client.call(ads);
    ask(call);
    assert.deepEqual(await call.ended, { code: 14, message: "the configuration is not synced yet" });
  });

  test("refuse the form before the present one, and name the present one", async (t) => {
    const { client } = await start(t);
    const old = client.call(ads);
    ask(old, { typeUrl: "type.googleapis.com/envoy.api.v2.Cluster" });
    const { code, message } = await old.ended;
    assert.equal(code, 12);
    assert.match(message, /v2.*only v3/);
    const service = client.call("/envoy.service.discovery.v2.AggregatedDiscoveryService/StreamAggregatedResources");
    const refused = await service.ended;
    assert.equal(refused.code, 12);
    assert.match(refused.message, /v3/);
  });

  test("refuse who is not what its node says, and who says nothing", async (t) => {
    const authenticate = () => {
      throw new FairwayError("Forbidden", "not you");
    };
    const { client, log } = await start(t, { authenticate });
    const call = client.call(ads);
    ask(call);
    assert.deepEqual(await call.ended, { code: 7, message: "not you" });
    for (const bad of [{}, { id: "" }, { id: "x" }, { id: "pod~1~2~3" }]) {
      const nobody = client.call(ads);
      ask(nobody, { node: bad });
      assert.equal((await nobody.ended).code, 3, JSON.stringify(bad));
    }
    assert.deepEqual(log, []);
  });

  test("know a client by its first request, in order: who it is, that it is there, what it is to have", async (t) => {
    const steps: string[] = [];
    const { client, source, log, server } = await start(t, {
      authenticate: ({ name }) => {
        steps.push(`${name} is ${log.length === 0 ? "not connected" : "connected"}`);
        // A version that comes before it is connected is the one that it finds.
        source.current = {
          ...versionOf("b"),
          client: (proxy) => {
            steps.push(`${proxy.name} is ${log.length === 0 ? "not connected" : "connected"}`);
            return versionOf("b").client(proxy);
          },
        };
      },
    });
    const call = client.call(ads);
    ask(call);
    const first = await answered(call);
    assert.deepEqual(first.names, ["b"]);
    ask(call, { node: { id: "sidecar~10.0.0.1~other.app~app.svc.cluster.local" }, responseNonce: first.nonce });
    await until(() => log.includes("accepted"));
    assert.deepEqual(steps, ["a is not connected", "a is connected"]);
    assert.deepEqual(
      server.connections().map(({ id }) => id),
      [`${node.id}-1`],
      "later requests name nobody else",
    );
  });

  test("refuse who may not have a type, and only then", async (t) => {
    const authorize = ({ proxy }: { proxy: { namespace: string } }, type: string) => {
      if (type !== xdsTypes.cluster) throw new FairwayError("Forbidden", `not for ${proxy.namespace}`);
    };
    const { client } = await start(t, { authorize });
    const call = client.call(ads);
    ask(call);
    assert.deepEqual((await answered(call)).names, ["a"]);
    ask(call, { typeUrl: "networking.istio.io/v1/Gateway" });
    assert.deepEqual(await call.ended, { code: 7, message: "not for app" });
    const delta = client.call("/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources");
    const request = { node, typeUrl: "networking.istio.io/v1/Gateway" };
    delta.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", request));
    assert.equal((await delta.ended).code, 7);
  });

  test("take a client in before they deal with its request, and tell that it is gone if it was refused", async (t) => {
    const { client, log } = await start(t, {
      welcome: async ({ proxy }) => {
        log.push("welcome");
        if (proxy.name === "b") throw new FairwayError("Forbidden", "not you");
      },
    });
    const call = client.call(ads);
    ask(call);
    await answered(call);
    const id = "sidecar~10.0.0.1~b.app~app.svc.cluster.local";
    const refused = client.call(ads);
    ask(refused, { node: { id } });
    assert.deepEqual(await refused.ended, { code: 7, message: "not you" });
    assert.deepEqual(log, [
      `connected ${node.id}-1`,
      "welcome",
      `connected ${id}-2`,
      "welcome",
      `disconnected ${id}-2`,
    ]);
  });

  test("hand on what clients report of themselves, and answer nothing to it", async (t) => {
    const said: string[] = [];
    const type = "type.googleapis.com/istio.v1.HealthInformation";
    const { client } = await start(t, {
      reports: (asked) =>
        asked === type ? ({ id }, problem) => void said.push(`${id.slice(-1)} ${problem ?? "well"}`) : undefined,
    });
    const delta = ads.replace("Stream", "Delta");
    for (const [path, message] of [
      [ads, "envoy.service.discovery.v3.DiscoveryRequest"],
      [delta, "envoy.service.discovery.v3.DeltaDiscoveryRequest"],
    ] as const) {
      const call = client.call(path);
      const send = (fields: object) => call.send(codec.encode(message, fields));
      send({ typeUrl: type, errorDetail: { message: "too early: nobody knows of whom" } });
      send({ node, typeUrl: xdsTypes.cluster });
      send({ typeUrl: type, errorDetail: { code: 13, message: "no answer" } });
      send({ typeUrl: type });
      send({ node, typeUrl: xdsTypes.endpoint });
      assert.ok(await call.next());
      await until(() => said.length % 2 === 0 && said.length > 0);
      call.stream.close();
    }
    assert.deepEqual(said, ["1 no answer", "1 well", "2 no answer", "2 well"]);
  });

  test("know who is connected, also twice by the same name, until they are gone", async (t) => {
    const { client, server, log } = await start(t);
    const [one, two] = [client.call(ads), client.call(ads)];
    for (const call of [one, two]) {
      ask(call);
      await answered(call);
    }
    assert.deepEqual(
      server.connections().map(({ id }) => id),
      [`${node.id}-1`, `${node.id}-2`],
    );
    one.stream.end();
    await one.ended;
    assert.deepEqual(
      server.connections().map(({ id }) => id),
      [`${node.id}-2`],
    );
    assert.deepEqual(log, [`connected ${node.id}-1`, `connected ${node.id}-2`, `disconnected ${node.id}-1`]);
  });

  test("send nothing for an acceptance or a refusal, and nothing again that a client has", async (t) => {
    const { client, server, source, log } = await start(t);
    const call = client.call(ads);
    ask(call);
    const first = await answered(call);
    assert.deepEqual(first.names, ["a"]);
    ask(call, { responseNonce: first.nonce, versionInfo: first.versionInfo });
    await until(() => log.includes("accepted"));
    await server.connections()[0]?.push(versionOf("a"));
    source.current = versionOf("a", "b");
    await server.connections()[0]?.push(source.current);
    const second = await answered(call);
    assert.deepEqual(second.names, ["a", "b"]);
    ask(call, { responseNonce: second.nonce, versionInfo: first.versionInfo, errorDetail: { message: "bad b" } });
    ask(call, { responseNonce: first.nonce, versionInfo: first.versionInfo });
    await until(() => log.includes("stale"));
    await server.connections()[0]?.push(source.current);
    const [subscription] = server.connections()[0]?.subscriptions ?? [];
    assert.equal(subscription?.acknowledgement.error, "bad b");
    assert.equal(subscription?.acknowledgement.acceptedVersion, first.versionInfo);
    await server.connections()[0]?.push(versionOf("a", "c"));
    assert.deepEqual((await answered(call)).names, ["a", "c"]);
    assert.deepEqual(log.slice(1), ["accepted", "refused", "stale"]);
  });

  test("send nothing to a client that comes back with everything", async (t) => {
    const { client, server } = await start(t);
    const before = client.call(ads);
    ask(before);
    const { versionInfo } = await answered(before);
    const again = client.call(ads);
    ask(again, { versionInfo, responseNonce: "of another stream" });
    const stale = client.call(ads);
    ask(stale, { versionInfo: "other" });
    assert.deepEqual((await answered(stale)).names, ["a"]);
    assert.equal(server.connections().length, 3);
    const sent = server.connections().map(({ subscriptions: [each] }) => each?.acknowledgement.begun);
    assert.deepEqual(sent, [true, false, true]);
  });

  test("hold a push back while the client has not answered, and send it then", async (t) => {
    const { client, server, log } = await start(t);
    const call = client.call(ads);
    ask(call);
    const first = await answered(call);
    const connection = server.connections()[0];
    await connection?.push(versionOf("b"));
    await connection?.push(versionOf("c"));
    assert.deepEqual(log.slice(1), ["delayed", "delayed"]);
    ask(call, { responseNonce: first.nonce, versionInfo: first.versionInfo });
    assert.deepEqual((await answered(call)).names, ["c"]);
  });

  test("wait no longer than the limit for an answer, or not at all", async (t) => {
    const { client, server, log } = await start(t, { limits: { answerTimeout: 1 } });
    const call = client.call(ads);
    ask(call);
    await answered(call);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await server.connections()[0]?.push(versionOf("b"));
    assert.deepEqual((await answered(call)).names, ["b"]);
    assert.deepEqual(log.slice(1), ["timed out"]);
    const free = await start(t, { limits: { answerTimeout: 0 } });
    const other = free.client.call(ads);
    ask(other);
    await answered(other);
    await free.server.connections()[0]?.push(versionOf("b"));
    assert.deepEqual((await answered(other)).names, ["b"]);
  });

  test("cut off a client that does not read", async (t) => {
    const { client, server, source, log } = await start(t, { limits: { sendTimeout: 50, answerTimeout: 0 } });
    source.current = versionOf(...Array.from({ length: 20_000 }, (_, i) => `${"long".repeat(100)}-${i}`));
    const call = client.call(ads);
    ask(call);
    assert.equal((await call.ended).code === 0, false);
    assert.ok(log.includes("cut off"));
    assert.equal(server.connections().length, 0);
  });
});
