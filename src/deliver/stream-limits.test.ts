import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { GrpcServer } from "../grpc/index.ts";
import { type ClientCall, GrpcClient } from "../grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { AdsServer } from "./ads-server.ts";
import { noEvents } from "./delivery-events.ts";
import { ResourceSet } from "./resource-set.ts";
import type { StreamLimits } from "./stream-limits.ts";
import { xdsResource } from "./xds-resource.ts";
import { xdsTypes } from "./xds-types.ts";

const codec = loadEnvoyCodec();
const service = "/envoy.service.discovery.v3.AggregatedDiscoveryService";
const node = { id: "sidecar~10.0.0.1~a.app~app.svc.cluster.local" };
const message = codec.encode("envoy.config.cluster.v3.Cluster", { name: "a" });
const clusters = ResourceSet.of(xdsTypes.cluster, [xdsResource(xdsTypes.cluster, "a", message)]);

async function start(t: TestContext, limits: Partial<StreamLimits> = {}) {
  const log: string[] = [];
  const events = {
    ...noEvents,
    sent: () => void log.push("sent"),
    answered: (_: unknown, __: unknown, answer: string) => void log.push(answer),
  };
  const resources = (type: string) => (type === xdsTypes.cluster ? clusters : ResourceSet.empty(type));
  const source = { current: { name: "1", number: 1, client: () => ({ resources }) } };
  const server = new AdsServer({ source, decoder: codec, events, limits });
  const grpc = new GrpcServer({ methods: server.methods() });
  const client = new GrpcClient(`http://${await grpc.listen({ host: "127.0.0.1", port: 0 }, "test")}`);
  t.after(async () => {
    await client.close();
    await grpc.close(100);
  });
  const sotw = () => client.call(`${service}/StreamAggregatedResources`);
  const delta = () => client.call(`${service}/DeltaAggregatedResources`);
  return { log, sotw, delta };
}

function askSotw(call: ClientCall, fields: object): void {
  call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", { node, ...fields }));
}

function askDelta(call: ClientCall, fields: object): void {
  call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", { node, ...fields }));
}

describe("the limits of a discovery stream", { timeout: 20_000 }, () => {
  test("are kept by each request, and by all of them together", async (t) => {
    const { sotw, delta } = await start(t, { maxNames: 3 });
    const names = ["a", "b", "c", "d"];
    const at = sotw();
    askSotw(at, { typeUrl: xdsTypes.endpoint, resourceNames: names });
    assert.deepEqual(await at.ended, { code: 8, message: "a request has 4 names: at most 3 are taken" });
    for (const field of ["resourceNamesSubscribe", "resourceNamesUnsubscribe"]) {
      const once = delta();
      askDelta(once, { typeUrl: xdsTypes.endpoint, [field]: names });
      assert.equal((await once.ended).code, 8, field);
    }
    const versions = delta();
    const initialResourceVersions = Object.fromEntries(names.map((name) => [name, "1"]));
    askDelta(versions, { typeUrl: xdsTypes.endpoint, initialResourceVersions });
    assert.equal((await versions.ended).code, 8);
    const slowly = delta();
    for (const name of names) askDelta(slowly, { typeUrl: xdsTypes.endpoint, resourceNamesSubscribe: [name] });
    slowly.stream.resume();
    const { code, message } = await slowly.ended;
    assert.equal(code, 8);
    assert.match(message, /too many names .* at most 3/);
  });

  test("count what is wanted now, not what ever was", async (t) => {
    const { delta } = await start(t, { maxNames: 2 });
    const call = delta();
    askDelta(call, { typeUrl: xdsTypes.endpoint, resourceNamesSubscribe: ["a"] });
    for (let i = 0; i < 20; i++) {
      const resourceNamesSubscribe = [String(i)];
      const resourceNamesUnsubscribe = [String(i - 1)];
      askDelta(call, { typeUrl: xdsTypes.endpoint, resourceNamesSubscribe, resourceNamesUnsubscribe });
    }
    call.stream.resume().end();
    assert.equal((await call.ended).code, 0);
  });

  test("hold for types and for the length of names", async (t) => {
    const { sotw } = await start(t, { maxTypes: 2 });
    const types = sotw();
    for (const typeUrl of ["a", "b", "a", "b"]) askSotw(types, { typeUrl, resourceNames: ["x"] });
    askSotw(types, { typeUrl: "c", resourceNames: ["x"] });
    types.stream.resume();
    assert.match((await types.ended).message, /too many types: at most 2/);
    const name = sotw();
    askSotw(name, { typeUrl: "a", resourceNames: ["x".repeat(4097)] });
    assert.equal((await name.ended).code, 3);
    const type = sotw();
    askSotw(type, { typeUrl: "x".repeat(4097) });
    assert.equal((await type.ended).code, 3);
  });

  test("are not needed for who refuses everything: nothing is sent again, and said again it is not told again", async (t) => {
    const { log, sotw, delta } = await start(t);
    const refusal = { errorDetail: { message: "no" } };
    const at = sotw();
    askSotw(at, { typeUrl: xdsTypes.cluster });
    const first = codec.decode("envoy.service.discovery.v3.DiscoveryResponse", (await at.next()) as Buffer);
    for (let i = 0; i < 100; i++) {
      askSotw(at, { typeUrl: xdsTypes.cluster, responseNonce: first.nonce ?? "", ...refusal });
    }
    at.stream.end();
    assert.equal(await at.next(), undefined);
    assert.deepEqual(log.splice(0), ["sent", "refused"]);
    const call = delta();
    askDelta(call, { typeUrl: xdsTypes.cluster });
    const only = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", (await call.next()) as Buffer);
    for (let i = 0; i < 100; i++) {
      askDelta(call, { typeUrl: xdsTypes.cluster, responseNonce: only.nonce ?? "", ...refusal });
    }
    call.stream.end();
    assert.equal(await call.next(), undefined);
    assert.deepEqual(log, ["sent", "refused"]);
  });
});
