import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import type { WorkloadEntry } from "../../api/index.ts";
import { machine, marksOf, workloadEntry, workloadGroup } from "./testing/workload-objects.ts";
import { times, WorkloadWorld } from "./testing/workload-world.ts";

const name = "vms-10.0.0.1";
const registered = { "istio.io/autoRegistrationGroup": "vms" };
const connectedTo = (replica: string) => ({
  "istio.io/workloadController": replica,
  "istio.io/connectedAt": "2026-01-01T00:00:00Z",
});

suite("what workloads leave that have gone", () => {
  let world: WorkloadWorld;
  beforeEach(async () => {
    world = new WorkloadWorld();
    await world.store.create(workloadGroup("vms"));
    await world.clean();
  });
  afterEach(() => world.close());

  const workload = () => ({
    proxy: machine({ AUTO_REGISTER_GROUP: "vms" }),
    identity: { namespace: "app", serviceAccount: "vm" },
    connectedAt: world.clock.now(),
  });

  test("is removed after the grace, and not before", async () => {
    const a = await world.replica("a");
    await a.connect("1", workload());
    a.disconnect("1");
    await world.settled();
    await world.pass(times.grace - 1);
    assert.equal(marksOf(await world.entry(name)), "a_22222222 disconnectedAt");
    await world.pass(1);
    assert.equal(await world.entry(name), undefined);
    assert.deepEqual(world.log, ["a registered", "a unregistered", `removed ${name}`]);
  });

  test("stays if they come back in time, here or elsewhere", async () => {
    const a = await world.replica("a");
    const b = await world.replica("b");
    await a.connect("1", workload());
    a.disconnect("1");
    await world.pass(times.grace - 1000, ["a"]);
    await b.connect("2", workload());
    await world.pass(times.grace, ["a", "b"]);
    assert.equal(marksOf(await world.entry(name)), "b_22222222 connectedAt");
    b.disconnect("2");
    await world.pass(times.grace - 1000, ["a", "b"]);
    await b.connect("3", workload());
    await world.pass(2 * times.silence, ["a", "b"]);
    assert.equal(marksOf(await world.entry(name)), "b_22222222 connectedAt");
  });

  test("of a replica that died is marked when it gave no sign for long, and removed after the grace", async () => {
    const a = await world.replica("a");
    await a.connect("1", workload());
    await world.pass(times.silence, ["a"]);
    await a.close();
    await world.pass(times.silence - 1000);
    assert.equal(marksOf(await world.entry(name)), "a_22222222 connectedAt");
    await world.pass(times.silence / 4);
    assert.equal(marksOf(await world.entry(name)), "a_22222222 disconnectedAt");
    assert.equal(world.signs.size, 0, "its sign went with it");
    await world.pass(times.grace);
    assert.equal(await world.entry(name), undefined);
    assert.deepEqual(world.log, ["a registered", "a_22222222 died with 1", `removed ${name}`]);
  });

  test("of a replica that is only thought dead comes back at once", async () => {
    const a = await world.replica("a");
    await a.connect("1", workload());
    await world.pass(2 * times.silence);
    assert.equal(marksOf(await world.entry(name)), "a_22222222 connectedAt");
    assert.ok(!world.log.includes(`removed ${name}`), world.log.join());
  });

  test("is only the health that was reported, where a person made the entry", async () => {
    const conditions = [
      { type: "Healthy", status: "True" },
      { type: "Mine", status: "True" },
    ];
    const probed = { "proxy.istio.io/health-checks-enabled": "true", ...connectedTo("a_22222222") };
    const entry = await world.store.create(workloadEntry("probed", probed));
    await world.store.updateStatus({ ...entry, status: { conditions } });
    await world.pass(times.silence + times.silence / 4 + times.grace);
    const { status } = (await world.entry("probed")) as WorkloadEntry;
    assert.deepEqual(status?.conditions, [{ type: "Mine", status: "True" }]);
  });

  test("is nobody's business if people wrote it, or an istiod that may live", async () => {
    await world.store.create(workloadEntry("by-hand"));
    await world.store.create(workloadEntry("istiods", { ...registered, ...connectedTo("istiod-5c9d-x2") }));
    await world.store.create(
      workloadEntry("left", { ...registered, "istio.io/disconnectedAt": "2026-01-01T00:00:00.123456789Z" }),
    );
    await world.pass(2 * times.silence + times.grace);
    assert.deepEqual(world.log, ["removed left"]);
    assert.equal(marksOf(await world.entry("istiods")), "istiod-5c9d-x2 connectedAt");
  });
});
