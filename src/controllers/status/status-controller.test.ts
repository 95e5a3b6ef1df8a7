import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { builtInCatalog, formatKey, type IstioStatus, keyOf, type Resource } from "../../api/index.ts";
import { FairwayError } from "../../base/fault.ts";
import { ManualClock } from "../../base/testing/manual-clock.ts";
import { createMemoryStore, type VersionedStore } from "../../store/index.ts";
import { type Judge, StatusController } from "./status-controller.ts";

const told = { group: "networking.istio.io", kind: "VirtualService" };
const services = { group: "", kind: "Service" };

/** Each virtual service is wrong whose name is not that of a Service too. */
const judge: Judge = (objects) => {
  const names = new Set(objects.filter(({ kind }) => kind === "Service").map(({ metadata }) => metadata.name));
  const wrong = objects.filter(({ kind, metadata }) => kind === "VirtualService" && !names.has(metadata.name));
  const message = { name: "ReferencedResourceNotFound", code: "IST0101", level: "ERROR", text: "nowhere" } as const;
  return new Map(wrong.map((object) => [formatKey(keyOf(object)), [message]]));
};

suite("what objects are told in their status", () => {
  let store: VersionedStore;
  let clock: ManualClock;
  let controller: StatusController;
  let judged: number;
  let writes: number;
  const reported: unknown[] = [];
  beforeEach(async () => {
    const kinds = builtInCatalog();
    store = createMemoryStore({ kinds: () => kinds });
    clock = new ManualClock();
    judged = 0;
    writes = 0;
    controller = make();
    await controller.start();
  });
  afterEach(async () => {
    await controller.close();
    await store.close();
  });

  const make = () =>
    new StatusController({
      store,
      writer: {
        updateStatus: (resource) => {
          writes += 1;
          return store.updateStatus(resource);
        },
      },
      told: [told],
      read: [told, services],
      judge: (objects) => {
        judged += 1;
        return judge(objects);
      },
      report: (error) => void reported.push(error),
      clock,
      random: () => 0,
    });
  const virtualService = (name: string, hosts = [name]): Resource => ({
    apiVersion: "networking.istio.io/v1",
    kind: "VirtualService",
    metadata: { name, namespace: "app" },
    spec: { hosts },
  });
  const service = (name: string): Resource => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "app" },
    spec: { ports: [{ port: 80 }] },
  });
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    await controller.idle();
  };
  const pass = async (ms: number) => {
    await settled();
    clock.advance(ms);
    await settled();
  };
  const accepted = async (name: string) => {
    const { conditions = [], observedGeneration } =
      ((await store.get({ ...told, namespace: "app", name }))?.["status"] as IstioStatus | undefined) ?? {};
    return conditions.map(({ type, status }) => `${type} ${status} ${observedGeneration}`).join();
  };

  test("comes after a pause, once for many changes, and only to those of whom something else is true", async () => {
    await store.create(virtualService("a"));
    await store.create(virtualService("b"));
    await store.create(service("a"));
    await pass(999);
    assert.equal(await accepted("a"), "");
    await pass(1);
    assert.deepEqual([await accepted("a"), await accepted("b")], ["Accepted True 1", "Accepted False 1"]);
    assert.deepEqual([judged, writes], [1, 2]);
    await pass(60_000);
    assert.deepEqual([judged, writes], [1, 2], "what it wrote itself is no reason to look again");
    await store.create(service("b"));
    await pass(1000);
    assert.deepEqual([await accepted("b"), judged, writes], ["Accepted True 1", 2, 3]);
    await store.update(virtualService("a", ["a", "more"]));
    await pass(1000);
    assert.equal(await accepted("a"), "Accepted True 2");
  });

  test("does not wait for ever for changes to end", async () => {
    await store.create(virtualService("a"));
    for (let i = 0; i < 11; i++) {
      await pass(900);
      await store.create(service(`s${i}`));
    }
    await settled();
    assert.equal(await accepted("a"), "");
    await pass(100);
    assert.equal(await accepted("a"), "Accepted False 1");
  });

  test("is told again if somebody takes it away, and leaves alone what others say", async () => {
    await store.create(virtualService("a"));
    await pass(1000);
    const object = (await store.get({ ...told, namespace: "app", name: "a" })) as Resource;
    await store.updateStatus({ ...object, status: { conditions: [{ type: "Mine", status: "True" }] } });
    await settled();
    assert.equal(await accepted("a"), "Mine True 1,Accepted False 1");
  });

  test("is written once where another comes to do the same", async () => {
    await store.create(virtualService("a"));
    await pass(1000);
    await controller.close();
    controller = make();
    await controller.start();
    await pass(1000);
    assert.deepEqual([judged, writes], [2, 1]);
  });

  test("is tried again when it could not be written", async () => {
    await controller.close();
    let away = true;
    controller = new StatusController({
      store,
      writer: {
        updateStatus: (resource) =>
          away ? Promise.reject(new FairwayError("Unavailable", "away")) : store.updateStatus(resource),
      },
      told: [told],
      read: [told, services],
      judge,
      report: (error) => void reported.push(error),
      clock,
      random: () => 0,
    });
    await controller.start();
    await store.create(virtualService("a"));
    await pass(1000);
    assert.equal(reported.length, 1);
    away = false;
    await pass(500);
    assert.equal(await accepted("a"), "Accepted False 1");
  });
});
