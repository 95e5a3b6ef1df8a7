import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { builtInCatalog, keyOf, type Resource } from "../api/index.ts";
import { type LogLine, LogScopes } from "../base/log.ts";
import { Metrics } from "../base/metrics.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { xdsTypes } from "../deliver/index.ts";
import { Environment } from "../mesh/index.ts";
import { config } from "../mesh/testing/configs.ts";
import { service, slice } from "../registry/testing/objects.ts";
import { createMemoryStore } from "../store/index.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { GeneratedConfigSource } from "./generators.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";
import { PushPipeline, type PushPipelineOptions } from "./push-pipeline.ts";
import { registerXdsMetrics } from "./xds-metrics.ts";

const codec = loadEnvoyCodec();
const settings = {
  debounceAfter: 100,
  debounceMax: 10_000,
  endpointDebounce: true,
  refreshInterval: 0,
  pushThrottle: 0,
};

async function start(t: TestContext, options: Partial<PushPipelineOptions["settings"]> = {}) {
  const kinds = builtInCatalog();
  const store = createMemoryStore({ kinds: () => kinds });
  for (const object of [service("web"), slice("web-1", "web", [{ addresses: ["10.0.0.1"] }])])
    await store.create(object);
  const clock = new ManualClock();
  const environment = await Environment.open({ store, clock });
  const mesh = new MeshConfigSource({ codec, failed: ({ error }) => assert.fail(String(error)) });
  const meshGenerator = { version: () => mesh.current ?? assert.fail("no version") };
  const generated = new GeneratedConfigSource(new Map([[xdsTypes.cluster, meshGenerator]]));
  const metrics = registerXdsMetrics(new Metrics());
  const lines: LogLine[] = [];
  const logs = new LogScopes((line) => void lines.push(line), clock, "debug");
  const failures: unknown[] = [];
  const rounds = { count: 0 };
  const pipeline = new PushPipeline({
    settings: { ...settings, ...options },
    environment,
    mesh,
    generated,
    connections: () => [],
    metrics,
    log: logs.scope("ads", ""),
    newRound: () => {
      rounds.count += 1;
    },
    failed: (error) => void failures.push(error),
    clock,
  });
  const stop = environment.onChange((change) => pipeline.meshChanged(change));
  t.after(async () => {
    stop();
    await pipeline.close();
    await environment.close();
    await store.close();
  });
  /** Writes, and waits until the change has come in. */
  const write = async (run: () => Promise<unknown>) => {
    const { inbound } = pipeline.updates;
    await run();
    while (pipeline.updates.inbound === inbound) await settle();
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };
  return { store, environment, mesh, generated, metrics, pipeline, write, pass, failures, rounds, lines };
}

const rule = (host: string): Resource => config("DestinationRule", "app/rule", { host });
const name = (mesh: MeshConfigSource) => mesh.current?.name;

describe("the way from a change to a version", { timeout: 20_000 }, () => {
  test("waits for quiet, takes together what came, and counts what is in the version", async (t) => {
    const { store, mesh, generated, pipeline, write, pass, lines } = await start(t);
    const first = name(mesh);
    assert.ok(first);
    assert.deepEqual(pipeline.updates, { inbound: 0, committed: 0 });
    await write(() => store.create(rule("web")));
    await write(() => store.update(rule("other")));
    await pass(99);
    assert.deepEqual([name(mesh), pipeline.updates], [first, { inbound: 2, committed: 0 }]);
    await pass(1);
    assert.deepEqual(pipeline.updates, { inbound: 2, committed: 2 });
    assert.equal(generated.current?.name, name(mesh));
    assert.deepEqual(
      lines.map(({ message, fields }) => [message, fields]),
      [
        ["Push debounce stable", { count: 1, events: 2, quiet: 100, delay: 100, full: true }],
        ["Pushing", { version: name(mesh), clients: 0, waiting: 0, full: true }],
      ],
    );
    assert.match(name(mesh) ?? "", /\/3$/, "one more than the two that were made when everything was read");
  });

  test("is as long for endpoints, or none if they are not to wait", async (t) => {
    const more = slice("web-1", "web", [{ addresses: ["10.0.0.1"] }, { addresses: ["10.0.0.2"] }]);
    const patient = await start(t);
    const before = name(patient.mesh);
    await patient.write(() => patient.store.update(more));
    assert.equal(name(patient.mesh), before);
    await patient.pass(100);
    assert.notEqual(name(patient.mesh), before);
    const quick = await start(t, { endpointDebounce: false });
    const old = name(quick.mesh);
    await quick.write(() => quick.store.update(more));
    await settle();
    assert.notEqual(name(quick.mesh), old);
    assert.deepEqual(quick.pipeline.updates, { inbound: 1, committed: 1 });
    assert.equal(quick.metrics.updates.get("eds"), 1);
  });

  test("makes nothing of the mesh anew for what is not of it, and everything if it is told to", async (t) => {
    const { mesh, pipeline, pass, rounds } = await start(t);
    const before = mesh.current;
    assert.equal(rounds.count, 1);
    pipeline.changed("secret", new Set(["/Secret/app/tls"]));
    await pass(100);
    assert.deepEqual([mesh.current === before, rounds.count, pipeline.updates.committed], [true, 1, 1]);
    pipeline.push("debug");
    await pass(100);
    assert.deepEqual([mesh.current === before, rounds.count], [false, 2]);
  });

  test("is gone again and again if it is to be, until it is stopped, and never otherwise", async (t) => {
    const never = await start(t);
    await never.pass(3_600_000);
    assert.deepEqual([never.rounds.count, never.pipeline.updates.inbound], [1, 0]);
    const { mesh, pipeline, pass, rounds } = await start(t, { refreshInterval: 60_000 });
    const before = mesh.current;
    await pass(60_000);
    await pass(100);
    assert.deepEqual([rounds.count, mesh.current === before, pipeline.updates.committed], [2, false, 1]);
    await pass(59_900);
    await pass(100);
    assert.equal(rounds.count, 3);
    pipeline.stop();
    await pass(3_600_000);
    assert.deepEqual([rounds.count, pipeline.updates.inbound], [3, 2]);
  });

  test("goes on after a bug, and the next version has what the failed one should have had", async (t) => {
    const { store, environment, mesh, pipeline, write, pass, failures } = await start(t);
    const before = mesh.current;
    const { publish } = mesh;
    mesh.publish = () => {
      throw new Error("a bug");
    };
    await write(() => store.create(rule("web")));
    await pass(100);
    assert.deepEqual([failures.length, mesh.current === before], [1, true]);
    mesh.publish = publish;
    pipeline.changed("secret", new Set());
    await pass(100);
    assert.equal(mesh.snapshot, environment.snapshot);
    assert.equal(mesh.snapshot.destinationRules.byNamespace.size, 1);
    await write(() => store.delete(keyOf(rule("web"))));
    await pass(100);
    assert.equal(mesh.snapshot.destinationRules.byNamespace.size, 0);
  });
});
