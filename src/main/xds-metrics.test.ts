import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Metrics } from "../base/metrics.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { parseProxy } from "../core/index.ts";
import { Acknowledgement } from "../deliver/acknowledgement.ts";
import { type Subscription, xdsTypes } from "../deliver/index.ts";
import { connectedClient } from "../deliver/testing/connected-client.ts";
import { globalChange } from "../mesh/index.ts";
import { countRejects } from "./reject-metrics.ts";
import { cacheCounter, countChange, countEvents, countPush, registerXdsMetrics } from "./xds-metrics.ts";

function start() {
  const metrics = registerXdsMetrics(new Metrics());
  const clock = new ManualClock();
  return { metrics, clock, events: countEvents(metrics, clock) };
}

const client = (version: string) => {
  const id = "sidecar~10.0.0.1~a.app~app.svc.cluster.local";
  return connectedClient("a", { id, proxy: parseProxy({ id, metadata: { ISTIO_VERSION: version } }) });
};

describe("the metrics of xDS", () => {
  test("count clients by version, and no more versions than anybody reads", () => {
    const { metrics, events } = start();
    const many = Array.from({ length: 60 }, (_, i) => client(`v${i}`));
    for (const each of many) events.connected(each);
    assert.equal(metrics.clients.get("v0"), 1);
    assert.equal(metrics.clients.get("other"), 10);
    for (const each of many) events.disconnected(each);
    assert.equal(metrics.clients.get("v0"), 0);
    assert.equal(metrics.clients.get("other"), 0);
  });

  test("know types by their short names, and take those of clients' making together", () => {
    const { metrics, events } = start();
    const cost = { bytes: 1, makeSeconds: 0, sendSeconds: 0 };
    for (const type of [xdsTypes.cluster, "a", "b", "istio.io/debug/syncz"]) events.sent(client(""), type, cost);
    const pushes = ["cds", "other", "debug"].map((type) => metrics.pushes.get(type));
    assert.deepEqual(pushes, [1, 2, 1]);
    events.delayed(client(""), xdsTypes.cluster, false);
    events.delayed(client(""), xdsTypes.cluster, true);
    assert.deepEqual([metrics.delayed.get("cds"), metrics.delayTimeouts.get("cds")], [1, 1]);
  });

  test("measure a push from its oldest change, and waiting from its place on the queue", () => {
    const all = new Metrics();
    const metrics = registerXdsMetrics(all);
    const clock = new ManualClock();
    const request = { full: true, changed: new Set<string>(), reasons: new Map([["config", 2]] as const), start: 1000 };
    countPush(metrics, { ...request, queued: 3000 }, { begun: 3500, ended: 5000 });
    clock.advance(5000);
    countEvents(metrics, clock).converged(client(""), request.start);
    const text = all.text();
    assert.match(text, /^pilot_push_triggers\{type="config"\} 2$/m);
    assert.match(text, /^pilot_proxy_queue_time_sum 0\.5$/m);
    assert.match(text, /^pilot_proxy_convergence_time_sum 4$/m);
  });

  test("count what came in by what it is, and services that are gone apart", () => {
    const { metrics } = start();
    const reasons = new Map([
      ["config", 2],
      ["proxy", 1],
      ["service", 3],
      ["endpoint", 4],
      ["headlessendpoint", 1],
    ] as const);
    countChange(metrics, { ...globalChange, reasons, removedServices: 1 });
    const counts = ["config", "eds", "svc", "svcdelete"].map((type) => metrics.updates.get(type));
    assert.deepEqual(counts, [3, 5, 2, 1]);
  });

  test("count bugs that end a stream, and clients that are cut off", () => {
    const { metrics, events } = start();
    events.failed(client(""), new Error("bug"));
    events.cutOff(client(""), xdsTypes.cluster);
    assert.deepEqual([metrics.internalErrors.get(), metrics.cutOffs.get()], [1, 1]);
  });

  test("tell which nodes refuse what, until they are gone", () => {
    const { metrics, events } = start();
    const rejects = countRejects(metrics.rejectsByNode);
    const [one, two] = [client(""), client("")];
    const refuse = (who: ReturnType<typeof client>, type: string, errorCode: number) => {
      const acknowledgement = new Acknowledgement();
      acknowledgement.sent("n", "v", 0);
      acknowledgement.take({ nonce: "n", version: "", error: "bad", errorCode });
      rejects.answered(who, { type, acknowledgement } as Subscription, "refused");
    };
    refuse(one, xdsTypes.cluster, 13);
    refuse(one, xdsTypes.cluster, 13);
    refuse(two, xdsTypes.cluster, 13);
    refuse(two, xdsTypes.listener, 77);
    refuse(two, xdsTypes.secret, 13);
    const clusters = metrics.rejectsByNode.get(xdsTypes.cluster);
    const listeners = metrics.rejectsByNode.get(xdsTypes.listener);
    const lines = () => [...(clusters?.lines() ?? []), ...(listeners?.lines() ?? [])];
    const node = `node="${one.proxy.id}"`;
    assert.deepEqual(lines(), [
      `pilot_xds_cds_reject{${node},err="Internal"} 3`,
      `pilot_xds_lds_reject{${node},err="other"} 1`,
    ]);
    rejects.disconnected(two);
    assert.deepEqual(lines(), [`pilot_xds_cds_reject{${node},err="Internal"} 2`]);
    rejects.disconnected(one);
    assert.deepEqual(lines(), []);
    events.received(7);
    events.received(5);
    assert.equal(metrics.largestRequest.get(), 7);
  });

  test("count of caches what came since they were last looked at", () => {
    const { metrics } = start();
    let hits = 2;
    const count = cacheCounter(metrics, () => ({
      a: { hits, misses: 1, evictions: 0, size: 3 },
      b: { hits: 0, misses: 1, evictions: 1, size: 4 },
    }));
    count();
    hits = 5;
    count();
    assert.deepEqual([metrics.cacheReads.get("hit"), metrics.cacheReads.get("miss")], [5, 2]);
    assert.deepEqual([metrics.cacheEvictions.get(), metrics.cacheSize.get()], [1, 7]);
  });
});
