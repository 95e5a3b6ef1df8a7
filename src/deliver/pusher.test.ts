import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { wireText } from "../base/testing/wire-fields.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { AdsServer } from "./ads-server.ts";
import type { ConfigVersion } from "./config-source.ts";
import type { Connection } from "./connection.ts";
import { type DeliveryEvents, noEvents } from "./delivery-events.ts";
import type { PushRequest } from "./push-request.ts";
import { Pusher, type PusherOptions } from "./pusher.ts";
import { ResourceSet } from "./resource-set.ts";
import type { StreamLimits } from "./stream-limits.ts";
import { MemoryCall } from "./testing/memory-call.ts";
import { xdsResource } from "./xds-resource.ts";
import { xdsTypes } from "./xds-types.ts";

const codec = loadEnvoyCodec();
const path = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources";

/** A version with one cluster of this content, for all or as `of` says. */
function versionOf(content: string, of = (_id: string, set: ResourceSet) => set): ConfigVersion {
  const set = ResourceSet.of(xdsTypes.cluster, [xdsResource(xdsTypes.cluster, "a", Buffer.from(content))]);
  return { name: content, number: Number(content) + 1, client: ({ id }) => ({ resources: () => of(id, set) }) };
}

const change = (start: number): PushRequest => ({
  full: true,
  changed: new Set(),
  reasons: new Map([["config", 1]]),
  start,
});

function start(options: Partial<PusherOptions> = {}, limits: Partial<StreamLimits> = {}) {
  const clock = new ManualClock();
  const source = { current: versionOf("0") };
  const log: string[] = [];
  const events: DeliveryEvents = {
    ...noEvents,
    converged: ({ proxy }, since) => void log.push(`${proxy.name} converged since ${since}`),
    failed: ({ proxy }, error) => void log.push(`${proxy.name} failed: ${(error as Error).message}`),
    delayed: ({ proxy }, _, timedOut) => void log.push(`${proxy.name} ${timedOut ? "timed out" : "delayed"}`),
    cutOff: ({ proxy }) => void log.push(`${proxy.name} cut off`),
  };
  const server = new AdsServer({ source, decoder: codec, events, limits, clock });
  const connections = () => server.connections();
  const done: PusherOptions["done"] = ({ proxy }) => void log.push(`${proxy.name} done`);
  const pusher = new Pusher({ source, connections, clock, done, ...options });
  /** A client that has the first version. */
  const join = async (name: string) => {
    const got: string[] = [];
    const call = new MemoryCall((message) => void got.push(wireText(message, 5)), clock);
    const node = { id: `sidecar~10.0.0.1~${name}.app~app.svc.cluster.local` };
    const ask = (fields: object) =>
      call.ask(codec.encode("envoy.service.discovery.v3.DiscoveryRequest", { typeUrl: xdsTypes.cluster, ...fields }));
    const answer = async (fields: object = {}) => {
      ask({ responseNonce: got.at(-1) ?? "", ...fields });
      await settle();
    };
    void server
      .methods()
      .get(path)?.(call)
      .catch(() => undefined);
    ask({ node });
    await settle();
    await answer();
    return { call, got, answer };
  };
  const push = async (version: ConfigVersion) => {
    source.current = version;
    const waited = pusher.pushAll(change(clock.monotonic()));
    await settle();
    return waited;
  };
  return { clock, pusher, push, join, log, connections };
}

describe("pushing", { timeout: 10_000 }, () => {
  test("goes on to others while a client does not read, and to it when it does", async () => {
    const { clock, push, join, log } = start({ throttle: 1, patience: 100 });
    const [slow, quick] = [await join("slow"), await join("quick")];
    slow.call.reads = false;
    const large = "x".repeat(100_000);
    await push(versionOf(large));
    assert.deepEqual([log, quick.got.length], [[], 1], "the only place is taken");
    clock.advance(100);
    await settle();
    assert.deepEqual([log.splice(0), quick.got.length], [["quick done"], 2]);
    await quick.answer();
    assert.deepEqual(log.splice(0), ["quick converged since 0"]);
    await push(versionOf("newer"));
    assert.deepEqual([log.splice(0), quick.got.length], [["quick done"], 3]);
    slow.call.reads = true;
    await settle();
    await slow.answer();
    await slow.answer();
    assert.deepEqual(log.splice(0), ["slow done", "slow delayed", "slow done", "slow converged since 0"]);
  });

  test("cuts off who does not read in time", async () => {
    const { clock, push, join, log, connections } = start({}, { sendTimeout: 1000 });
    const { call } = await join("slow");
    call.reads = false;
    await push(versionOf("x".repeat(100_000)));
    assert.equal(call.waiting.length, 1);
    clock.advance(1250);
    await settle();
    assert.deepEqual([log, call.waiting, connections().length], [["slow cut off"], [], 0]);
  });

  test("that fails is told, ends the stream with it, and leaves others alone", async () => {
    const { push, join, log, connections } = start();
    const [bad, good] = [await join("bad"), await join("good")];
    await push(
      versionOf("1", (id, set) => {
        if (id.includes("bad")) throw new Error("a bug");
        return set;
      }),
    );
    assert.deepEqual(log, ["bad failed: a bug", "good done"]);
    assert.deepEqual(bad.call.status, { code: 13, message: "internal error" });
    assert.equal(good.got.length, 2);
    assert.deepEqual(
      connections().map(({ proxy }) => proxy.name),
      ["good"],
    );
  });

  test("is over for a client when it has accepted everything, from the oldest change on", async () => {
    const { clock, push, join, log } = start();
    const { got, answer } = await join("a");
    clock.advance(10);
    await push(versionOf("1"));
    clock.advance(10);
    await push(versionOf("2"));
    assert.deepEqual([got.length, log.splice(0)], [2, ["a done", "a delayed", "a done"]]);
    await answer();
    assert.deepEqual([got.length, log.splice(0)], [3, []]);
    clock.advance(10);
    await answer();
    assert.deepEqual(log.splice(0), ["a converged since 10"]);
    await push(versionOf("2"));
    assert.deepEqual([got.length, log.splice(0)], [3, ["a done"]], "nothing was sent, and nothing is waited for");
  });

  test("is not over for a client that refused, until it accepts what comes next", async () => {
    const { push, join, log } = start();
    const { answer } = await join("a");
    await push(versionOf("1"));
    await answer({ errorDetail: { message: "no" } });
    assert.deepEqual(log.splice(0), ["a done"]);
    await push(versionOf("2"));
    await answer();
    assert.deepEqual(log.splice(0), ["a done", "a converged since 0"]);
  });

  test("waits for an answer as long as the limit is, and not until something else happens", async () => {
    const { clock, push, join, log } = start({}, { answerTimeout: 15_000 });
    const { got } = await join("a");
    await push(versionOf("1"));
    clock.advance(5000);
    await push(versionOf("2"));
    assert.deepEqual([got.length, log.splice(0)], [2, ["a done", "a delayed", "a done"]]);
    clock.advance(9999);
    await settle();
    assert.equal(got.length, 2);
    clock.advance(1);
    await settle();
    assert.deepEqual([got.length, log.splice(0)], [3, ["a timed out"]]);
    clock.advance(60_000);
    await settle();
    assert.deepEqual([got.length, log], [3, []]);
  });

  test("goes over thousands that have gone together", async () => {
    const closed = AbortSignal.abort();
    const gone = Array.from({ length: 20_000 }, () => ({ closed }) as Connection);
    const { push, pusher } = start({ connections: () => gone });
    await push(versionOf("1"));
    assert.equal(pusher.pending, 0);
    await pusher.close();
  });

  test("tells how many still wait from pushes before", async () => {
    const { push, join, pusher } = start({ throttle: 1 });
    const [first] = [await join("a"), await join("b"), await join("c")];
    first.call.reads = false;
    assert.equal(await push(versionOf("x".repeat(100_000))), 0);
    assert.deepEqual([pusher.pending, await push(versionOf("2"))], [2, 2]);
    const closed = pusher.close();
    first.call.hangUp();
    await closed;
    assert.equal(await push(versionOf("3")), 2, "nobody is put on a queue that is closed");
  });
});
