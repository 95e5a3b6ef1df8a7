import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { FairwayError } from "../base/fault.ts";
import { GrpcServer } from "../grpc/index.ts";
import { GrpcClient } from "../grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { AdsServer } from "./ads-server.ts";
import { noEvents } from "./delivery-events.ts";
import type { Queries } from "./query.ts";
import { ResourceSet } from "./resource-set.ts";
import { xdsResource } from "./xds-resource.ts";

const codec = loadEnvoyCodec();
const service = "/envoy.service.discovery.v3.AggregatedDiscoveryService";
const node = {
  id: "sidecar~10.0.0.1~a.app~app.svc.cluster.local",
  userAgentName: "envoy",
  userAgentBuildVersion: { version: { majorNumber: 1, minorNumber: 40 } },
};

/** A server that answers questions of the type `question`, and makes nothing for anybody. */
async function start(t: TestContext) {
  const asked: (readonly string[])[] = [];
  const queries: Queries = (type) =>
    type !== "question"
      ? undefined
      : async (names) => {
          asked.push(names);
          if (names.includes("bad")) throw new FairwayError("Forbidden", "not for you");
          return { resources: [xdsResource("answer", "a", Buffer.from("yes"))], controlPlane: "me" };
        };
  const views: string[] = [];
  const current = {
    name: "v1",
    number: 1,
    client: ({ id }: { id: string }) => {
      views.push(id);
      return { resources: (type: string) => ResourceSet.empty(type) };
    },
  };
  const ads = new AdsServer({ source: { current }, decoder: codec, events: noEvents, queries });
  const grpc = new GrpcServer({ methods: ads.methods() });
  const client = new GrpcClient(`http://${await grpc.listen({ host: "127.0.0.1", port: 0 }, "test")}`);
  t.after(async () => {
    await client.close();
    await grpc.close(100);
  });
  return { ads, client, asked, views };
}

const yes = { "@type": "answer", value: Buffer.from("yes").toString("base64") };

describe("a type that is a question", { timeout: 20_000 }, () => {
  test("is answered each time, acknowledgements are not, and nothing is watched", async (t) => {
    const { ads, client, asked, views } = await start(t);
    const call = client.call(`${service}/StreamAggregatedResources`);
    const ask = async (names: readonly string[]) => {
      // istioctl fills the nonce with the time where others leave it empty.
      const responseNonce = "2026-01-01 00:00:00 +0000 UTC m=+0.01";
      const request = {
        node,
        typeUrl: "question",
        resourceNames: names,
        ...(names.includes("y") && { responseNonce }),
      };
      call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", request));
      const answer = codec.decode(
        "envoy.service.discovery.v3.DiscoveryResponse",
        (await call.next()) ?? Buffer.alloc(0),
      );
      const acknowledgement = { typeUrl: "question", responseNonce: answer.nonce };
      call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", acknowledgement));
      return answer;
    };
    const { nonce, ...answer } = await ask(["x"]);
    assert.ok(nonce);
    assert.deepEqual(answer, {
      typeUrl: "question",
      versionInfo: "v1",
      resources: [yes],
      controlPlane: { identifier: "me" },
    });
    await ask(["y"]);
    assert.deepEqual(asked, [["x"], ["y"]]);
    const [connection] = ads.connections();
    assert.deepEqual(connection?.subscriptions, []);
    assert.equal(connection.agent, "envoy 1.40.0");
    assert.deepEqual(views, [], "nothing was made for who only asks");
  });

  test("is answered in the delta form too", async (t) => {
    const { client } = await start(t);
    const call = client.call(`${service}/DeltaAggregatedResources`);
    const request = { node, typeUrl: "question", resourceNamesSubscribe: ["x"] };
    call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", request));
    const bytes = (await call.next()) ?? Buffer.alloc(0);
    const { resources, controlPlane } = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
    assert.deepEqual(controlPlane, { identifier: "me" });
    assert.deepEqual(
      resources?.map(({ name, resource }) => [name, resource]),
      [["a", yes]],
    );
  });

  test("may be refused, which ends the stream", async (t) => {
    const { client } = await start(t);
    const call = client.call(`${service}/StreamAggregatedResources`);
    const request = { node, typeUrl: "question", resourceNames: ["bad"] };
    call.send(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", request));
    assert.deepEqual(await call.ended, { code: 7, message: "not for you" });
  });
});
