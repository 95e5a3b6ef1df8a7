import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { GrpcServer } from "../grpc/index.ts";
import { GrpcClient } from "../grpc/testing/grpc-client.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { AdsServer } from "./ads-server.ts";
import type { ConfigVersion } from "./config-source.ts";
import { noEvents } from "./delivery-events.ts";
import { ResourceSet } from "./resource-set.ts";
import { type XdsResource, xdsResource } from "./xds-resource.ts";
import { shortType, xdsTypes } from "./xds-types.ts";

const codec = loadEnvoyCodec();
const ads = "/envoy.service.discovery.v3.AggregatedDiscoveryService";
const node = { id: "sidecar~10.0.0.1~a.app~app.svc.cluster.local" };
const { cluster, endpoint, route, virtualHost } = xdsTypes;

/** A version with these clusters, an assignment for each, and a table and a host of routes that lead to the last of them. */
function versionOf(...names: readonly string[]): ConfigVersion {
  const make = (type: string, name: string, content: string, follower?: XdsResource["follower"]) =>
    xdsResource(type, name, Buffer.from(content), follower && { follower });
  const target = { name: names.at(-1) ?? "" };
  const sets = new Map<string, readonly XdsResource[]>([
    [cluster, names.map((name) => make(cluster, name, "", { type: endpoint, name }))],
    [endpoint, names.map((name) => make(endpoint, name, ""))],
    [
      route,
      [
        make(route, "80", codec.encode("envoy.config.route.v3.RouteConfiguration", target).toString(), {
          type: virtualHost,
          name: "80",
        }),
      ],
    ],
    [virtualHost, [make(virtualHost, "80/host", codec.encode("envoy.config.route.v3.VirtualHost", target).toString())]],
  ]);
  return {
    name: names.join(),
    number: 1,
    client: () => ({
      resources: (type, wanted) => {
        const all = sets.get(type) ?? [];
        const found = wanted === "all" || type === virtualHost ? all : all.filter(({ name }) => wanted.has(name));
        // As for a cluster that is no more: nobody may wait for its endpoints for ever.
        const missing =
          type === endpoint && wanted !== "all" ? [...wanted].filter((name) => !names.includes(name)) : [];
        return ResourceSet.of(type, [...found, ...missing.map((name) => make(type, name, "empty"))]);
      },
    }),
  };
}

/** A client of the delta form that answers when it is told to. */
async function start(t: TestContext, limits: { answerTimeout?: number } = {}) {
  const source: { current: ConfigVersion } = { current: versionOf("old") };
  const server = new AdsServer({ source, decoder: codec, events: noEvents, limits });
  const grpc = new GrpcServer({ methods: server.methods() });
  const client = new GrpcClient(`http://${await grpc.listen({ host: "127.0.0.1", port: 0 }, "test")}`);
  t.after(async () => {
    await client.close();
    await grpc.close(100);
  });
  const call = client.call(`${ads}/DeltaAggregatedResources`);
  const ask = (typeUrl: string, fields: object = {}) =>
    call.send(codec.encode("envoy.service.discovery.v3.DeltaDiscoveryRequest", { node, typeUrl, ...fields }));
  const next = async () => {
    const bytes = await call.next();
    assert.ok(bytes);
    const response = codec.decode("envoy.service.discovery.v3.DeltaDiscoveryResponse", bytes);
    const { typeUrl = "", nonce = "", resources = [], removedResources = [] } = response;
    const parts = [...resources.map(({ name }) => `+${name}`), ...removedResources.map((name) => `-${name}`)];
    return {
      text: [shortType(typeUrl), ...parts].join(" "),
      take: () => ask(typeUrl, { responseNonce: nonce }),
      refuse: () => ask(typeUrl, { responseNonce: nonce, errorDetail: { code: 13, message: "no" } }),
    };
  };
  const taken = async (text: string) => {
    const response = await next();
    assert.equal(response.text, text);
    response.take();
  };
  const push = async (version: ConfigVersion) => {
    source.current = version;
    await server.connections()[0]?.push(version);
  };
  /** Asks something of which the answer tells that nothing else came before it. */
  const nothingElse = async (name: string) => {
    ask(endpoint, { resourceNamesSubscribe: [name] });
    await taken(`EDS +${name}`);
  };
  return { source, ask, next, taken, push, nothingElse };
}

async function begun(t: TestContext, limits?: { answerTimeout?: number }) {
  const stream = await start(t, limits);
  stream.ask(cluster);
  await stream.taken("CDS +old");
  stream.ask(endpoint, { resourceNamesSubscribe: ["old"] });
  await stream.taken("EDS +old");
  stream.ask(route, { resourceNamesSubscribe: ["80"] });
  await stream.taken("RDS +80");
  return stream;
}

describe("make before break", { timeout: 60_000 }, () => {
  test("clusters come before what refers to them, and go after it", async (t) => {
    const { next, taken, push, nothingElse } = await begun(t);
    await push(versionOf("new"));
    const clusters = await next();
    assert.equal(clusters.text, "CDS +new");
    // Routes wait until the cluster is in use, and the endpoints of the other one stay.
    await nothingElse("new");
    clusters.take();
    const routes = await next();
    assert.equal(routes.text, "RDS +80");
    await nothingElse("new");
    routes.take();
    await taken("CDS -old");
  });

  test("virtual hosts that come by themselves wait for clusters, and clusters for them", async (t) => {
    const { ask, next, taken, push, nothingElse } = await begun(t);
    ask(virtualHost);
    await taken("VHDS +80/host");
    await push(versionOf("new"));
    const clusters = await next();
    assert.equal(clusters.text, "CDS +new");
    await nothingElse("new");
    clusters.take();
    await taken("RDS +80");
    const hosts = await next();
    assert.equal(hosts.text, "VHDS +80/host");
    await nothingElse("new");
    hosts.take();
    await taken("CDS -old");
  });

  test("who comes back with virtual hosts is told of them when it has told of its tables", async (t) => {
    const { ask, taken, nothingElse } = await start(t);
    ask(virtualHost, { initialResourceVersions: { "80/host": "1", "80/gone": "1" } });
    await nothingElse("old");
    ask(route, { resourceNamesSubscribe: ["80"], initialResourceVersions: { "80": "1" } });
    await taken("VHDS +80/host -80/gone");
    await taken("RDS +80");
  });

  test("virtual hosts are said to be gone as soon as their table is dropped", async (t) => {
    const { ask, taken } = await begun(t);
    ask(virtualHost);
    await taken("VHDS +80/host");
    ask(route, { resourceNamesUnsubscribe: ["80"] });
    await taken("VHDS -80/host");
    ask(route, { resourceNamesSubscribe: ["80"] });
    await taken("RDS +80");
    await taken("VHDS +80/host");
  });

  test("virtual hosts without any table keep no cluster from going", async (t) => {
    const { ask, taken, push } = await start(t);
    ask(cluster);
    await taken("CDS +old");
    ask(virtualHost);
    await push(versionOf("new"));
    await taken("CDS +new -old");
  });

  test("a cluster stays while a refusal leaves in force what refers to it", async (t) => {
    const { next, taken, push, nothingElse } = await begun(t);
    await push(versionOf("new"));
    await taken("CDS +new");
    const routes = await next();
    assert.equal(routes.text, "RDS +80");
    routes.refuse();
    await nothingElse("new");
    await push(versionOf("new", "newest"));
    await taken("CDS +newest");
    await taken("RDS +80");
    await taken("CDS -old");
  });

  test("a cluster that is wanted again before it went was never away", async (t) => {
    const { next, taken, push, nothingElse } = await begun(t);
    await push(versionOf("new"));
    const clusters = await next();
    assert.equal(clusters.text, "CDS +new");
    await push(versionOf("new", "old"));
    clusters.take();
    await nothingElse("old");
    await push(versionOf("old"));
    await taken("CDS -new");
  });

  test("what refers to a cluster that never comes into use waits no longer than the limit", async (t) => {
    const { next, taken, push } = await begun(t, { answerTimeout: 100 });
    await push(versionOf("new"));
    assert.equal((await next()).text, "CDS +new");
    await taken("RDS +80");
  });

  test("who comes back keeps a cluster until it has asked for what refers to others", async (t) => {
    const { source, ask, next, taken, nothingElse } = await start(t);
    source.current = versionOf("new");
    ask(cluster, { initialResourceVersions: { old: "1" } });
    const clusters = await next();
    assert.equal(clusters.text, "CDS +new");
    ask(route, { resourceNamesSubscribe: ["80"], initialResourceVersions: { "80": "1" } });
    await nothingElse("new");
    clusters.take();
    await taken("RDS +80");
    await taken("CDS -old");
  });

  test("who comes back and watches clusters only is told in the end which are gone", async (t) => {
    const { source, ask, taken } = await start(t);
    source.current = versionOf("new");
    ask(cluster, { initialResourceVersions: { old: "1" } });
    await taken("CDS +new");
    await taken("CDS -old");
  });
});
