import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { wireText } from "../base/testing/wire-fields.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { AdsServer } from "./ads-server.ts";
import type { ConfigVersion } from "./config-source.ts";
import { noEvents } from "./delivery-events.ts";
import { ResourceSet } from "./resource-set.ts";
import { MemoryCall } from "./testing/memory-call.ts";
import { xdsResource } from "./xds-resource.ts";
import { shortType, xdsTypes } from "./xds-types.ts";

const codec = loadEnvoyCodec();
const path = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";
const { cluster, endpoint, listener } = xdsTypes;
const types = [cluster, endpoint, listener];

/** A version with a resource `a` and a resource `b` of each type; of those named here with another content. */
function versionOf(number: number, content: { readonly [type: string]: string } = {}): ConfigVersion {
  const sets = types.map((type) => {
    const made = ["a", "b"].map((name) => xdsResource(type, name, Buffer.from(content[type] ?? "")));
    return [type as string, { all: ResourceSet.of(type, made), some: ResourceSet.of(type, made.slice(0, 1)) }] as const;
  });
  const byType = new Map(sets);
  return {
    name: String(number),
    number,
    client: () => ({
      resources: (type, wanted) => {
        const { all, some } = byType.get(type) ?? assert.fail(type);
        return wanted === "all" || wanted.size > 1 ? all : some;
      },
    }),
  };
}

/** A client of the first version that has asked for nothing yet but clusters. */
async function start() {
  const source = { current: versionOf(1) };
  const server = new AdsServer({ source, decoder: codec, events: noEvents, clock: new ManualClock() });
  const nonces = new Map<string, string>();
  const call = new MemoryCall((message) => void nonces.set(wireText(message, 4), wireText(message, 5)));
  void server.methods().get(path)?.(call);
  const ask = async (typeUrl: string, fields: object = {}) => {
    call.ask(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", { typeUrl, ...fields }));
    await settle();
  };
  const answer = (type: string, fields: object = {}) => ask(type, { responseNonce: nonces.get(type) ?? "", ...fields });
  await ask(cluster, { node: { id: "sidecar~10.0.0.1~a.app~app.svc.cluster.local" } });
  const [connection = assert.fail()] = server.connections();
  const push = async (version: ConfigVersion) => {
    source.current = version;
    void connection.push(version);
    await settle();
  };
  const reached = () => Object.fromEntries(types.map((type) => [shortType(type), connection.reached(type)]));
  return { call, ask, answer, push, reached };
}

describe("what a client has of a version", { timeout: 10_000 }, () => {
  test("is nothing until it has accepted the first, and all of a type that it does not watch", async () => {
    const { answer, reached } = await start();
    assert.deepEqual(reached(), { CDS: 0, EDS: 1, LDS: 1 });
    await answer(cluster);
    assert.deepEqual(reached(), { CDS: 1, EDS: 1, LDS: 1 });
  });

  test("is known by type, when it has accepted what differs, and at once where nothing does", async () => {
    const { ask, answer, push, reached } = await start();
    await answer(cluster);
    await ask(listener);
    assert.deepEqual(reached(), { CDS: 1, EDS: 1, LDS: 0 });
    await answer(listener);
    await push(versionOf(2));
    assert.deepEqual(reached(), { CDS: 2, EDS: 2, LDS: 2 });
    await push(versionOf(3, { [cluster]: "other" }));
    assert.deepEqual(reached(), { CDS: 2, EDS: 3, LDS: 3 });
    await answer(cluster);
    assert.deepEqual(reached(), { CDS: 3, EDS: 3, LDS: 3 });
  });

  test("is the last that it has all of while pushes wait for its answer", async () => {
    const { answer, push, reached } = await start();
    await answer(cluster);
    await push(versionOf(2, { [cluster]: "x" }));
    await push(versionOf(3, { [cluster]: "y" }));
    await push(versionOf(4, { [cluster]: "z" }));
    assert.equal(reached()["CDS"], 1);
    await answer(cluster);
    assert.equal(reached()["CDS"], 1, "it was sent what had waited, and has not answered that");
    await answer(cluster);
    assert.equal(reached()["CDS"], 4);
  });

  test("is not what it refused, until it accepts what comes next", async () => {
    const { answer, push, reached } = await start();
    await answer(cluster);
    await push(versionOf(2, { [cluster]: "bad" }));
    await answer(cluster, { errorDetail: { message: "no" } });
    await push(versionOf(3, { [cluster]: "bad", [listener]: "x" }));
    assert.equal(reached()["CDS"], 1);
    await push(versionOf(4, { [cluster]: "good" }));
    assert.equal(reached()["CDS"], 1);
    await answer(cluster);
    assert.equal(reached()["CDS"], 4);
  });

  test("stays while it asks for more, but not if it refuses that", async () => {
    const { ask, answer, push, reached } = await start();
    await answer(cluster);
    await ask(endpoint, { resourceNames: ["a"] });
    await answer(endpoint, { resourceNames: ["a"] });
    await push(versionOf(2));
    await answer(endpoint, { resourceNames: ["a", "b"] });
    assert.equal(reached()["EDS"], 2);
    await answer(endpoint, { resourceNames: ["a", "b"], errorDetail: { message: "no" } });
    assert.equal(reached()["EDS"], 1);
  });

  test("is the version before while it does not read", async () => {
    const { call, answer, push, reached } = await start();
    await answer(cluster);
    call.reads = false;
    await push(versionOf(2, { [cluster]: "x".repeat(100_000) }));
    assert.deepEqual(reached(), { CDS: 1, EDS: 2, LDS: 2 }, "it lacks nothing of the others");
    call.reads = true;
    await settle();
    await answer(cluster);
    assert.deepEqual(reached(), { CDS: 2, EDS: 2, LDS: 2 });
  });
});
