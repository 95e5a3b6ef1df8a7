import assert from "node:assert/strict";
import { afterEach, beforeEach, suite, test } from "node:test";
import { machine, marksOf, workloadEntry, workloadGroup } from "./testing/workload-objects.ts";
import { cutOff, WorkloadWorld } from "./testing/workload-world.ts";
import type { WorkloadRegistrar } from "./workload-registrar.ts";

const name = "vms-10.0.0.1";
const identity = { namespace: "app", serviceAccount: "vm" };

suite("proxies of workloads outside of the cluster", () => {
  let world: WorkloadWorld;
  beforeEach(async () => {
    world = new WorkloadWorld();
    await world.store.create(workloadGroup("vms"));
  });
  afterEach(() => world.close());

  const workload = (metadata: object = {}) => ({
    proxy: machine({ AUTO_REGISTER_GROUP: "vms", ...metadata }),
    identity,
    connectedAt: world.clock.now(),
  });
  const connect = (replica: WorkloadRegistrar, stream: string, metadata?: object) =>
    replica.connect(stream, workload(metadata));
  const marks = async () => marksOf(await world.entry(name));

  test("get an entry that says who has them and since when, until the last stream of theirs ends", async () => {
    const a = await world.replica("a");
    await connect(a, "1");
    assert.equal(await marks(), "a_22222222 connectedAt");
    const { annotations } = (await world.entry(name))?.metadata ?? {};
    assert.equal(annotations?.["istio.io/connectedAt"], "2026-01-01T00:00:00.000Z");
    world.clock.advance(1000);
    await connect(a, "2");
    a.disconnect("1");
    await world.settled();
    assert.equal(await marks(), "a_22222222 connectedAt");
    a.disconnect("2");
    await world.settled();
    assert.equal(await marks(), "a_22222222 disconnectedAt");
    assert.deepEqual(world.log, ["a registered", "a took", "a unregistered"]);
    await connect(a, "3");
    assert.equal(await marks(), "a_22222222 connectedAt");
  });

  test("move to another replica, and the one that they left writes nothing of it", async () => {
    const a = await world.replica("a");
    const b = await world.replica("b");
    await connect(a, "1");
    world.clock.advance(1000);
    await connect(b, "1");
    await world.settled();
    assert.equal(await marks(), "b_22222222 connectedAt");
    const { resourceVersion } = (await world.entry(name))?.metadata ?? {};
    a.disconnect("1");
    await world.settled();
    assert.equal((await world.entry(name))?.metadata.resourceVersion, resourceVersion);
    assert.deepEqual(world.log, ["a registered", "b took"]);
  });

  test("stay with where they came last, also if a replica's clock is behind, until that one lets go", async () => {
    const late = workload();
    world.clock.advance(5000);
    const a = await world.replica("a");
    const b = await world.replica("b");
    await connect(a, "1");
    await b.connect("1", late);
    await world.settled();
    assert.equal(await marks(), "a_22222222 connectedAt");
    a.disconnect("1");
    await world.settled();
    assert.equal(await marks(), "b_22222222 connectedAt", "b has it, whatever the clocks say");
  });

  test("that seem to be at two replicas since the same moment are fought over by none", async () => {
    const a = await world.replica("a");
    const b = await world.replica("b");
    await Promise.all([connect(b, "1"), connect(a, "1")]);
    await world.settled();
    assert.equal(await marks(), "b_22222222 connectedAt");
    assert.ok(world.log.length <= 3, world.log.join());
  });

  test("get their entry back if somebody deletes it, but not without their group", async () => {
    const a = await world.replica("a");
    await connect(a, "1");
    await world.store.delete({ group: "networking.istio.io", kind: "WorkloadEntry", namespace: "app", name });
    await world.settled();
    assert.equal(await marks(), "a_22222222 connectedAt");
    const group = { group: "networking.istio.io", kind: "WorkloadGroup", namespace: "app", name: "vms" };
    await world.store.delete(group);
    await world.store.delete({ ...group, kind: "WorkloadEntry", name });
    await world.settled();
    assert.equal(await marks(), "none");
    await world.store.create(workloadGroup("vms"));
    await world.settled();
    assert.equal(await marks(), "a_22222222 connectedAt");
  });

  test("are refused with a reason, and nothing is written", async () => {
    const a = await world.replica("a");
    const refused = (given: object, message: RegExp, who: object = { identity }) =>
      assert.rejects(a.connect("x", { ...workload(given), ...who }), { message });
    const of = (namespace: string, serviceAccount: string) => ({ identity: { namespace, serviceAccount } });
    await refused({ AUTO_REGISTER_GROUP: "none" }, /there is no WorkloadGroup app\/none/);
    await refused({ AUTO_REGISTER_GROUP: [] }, /AUTO_REGISTER_GROUP must be the name of an object/);
    await refused({ LABELS: { app: "?" } }, /labels.app must be/);
    await refused({ AUTO_REGISTER_GROUP: undefined, WORKLOAD_ENTRY: "none" }, /there is no WorkloadEntry app\/none/);
    await refused({}, /is for a proxy with a certificate/, { identity: undefined });
    await refused({}, /is not for a proxy of namespace 'other'/, of("other", "vm"));
    await refused({}, /is for service account 'vm', not for 'thief'/, of("app", "thief"));
    assert.equal(await marks(), "none");
    await connect(a, "1");
    await refused({}, /is for service account 'vm', not for 'thief'/, of("app", "thief"));
  });

  test("are taken while the store is away, and get their entry when it is back", async () => {
    let away = true;
    const create = (...given: Parameters<typeof world.store.create>) =>
      away ? cutOff() : world.store.create(...given);
    const a = await world.replica("a", {}, { create });
    await connect(a, "1");
    assert.deepEqual([await marks(), world.log], ["none", ["a the store is away"]]);
    away = false;
    await world.pass(1000);
    assert.equal(await marks(), "a_22222222 connectedAt");
  });

  test("wait no longer for a write than is good for them", async () => {
    const stuck = Promise.withResolvers<never>();
    const a = await world.replica("a", {}, { create: () => stuck.promise });
    const connected = connect(a, "1");
    for (let turn = 0; turn < 20; turn++) await null;
    world.clock.advance(5000);
    await connected;
    stuck.reject(new Error("too late"));
  });

  test("report their health to the entry, each change once, and only where they are connected", async () => {
    const a = await world.replica("a");
    const b = await world.replica("b");
    const health = async () => {
      const entry = (await world.entry(name)) ?? assert.fail();
      const { conditions = [] } = entry["status"] as { conditions?: { [field: string]: string }[] };
      return conditions.map(({ status, message = "" }) => `${status} ${message}`).join();
    };
    await connect(a, "1");
    assert.equal(a.reportHealth("1", "x".repeat(5000)), true);
    await world.settled();
    assert.equal(await health(), `False ${"x".repeat(1024)}`);
    const { resourceVersion } = (await world.entry(name))?.metadata ?? {};
    a.reportHealth("1", "x".repeat(5000));
    await world.settled();
    assert.equal((await world.entry(name))?.metadata.resourceVersion, resourceVersion);
    a.reportHealth("1", undefined);
    await world.settled();
    assert.equal(await health(), "True ");
    world.clock.advance(1000);
    await connect(b, "1");
    a.reportHealth("1", "late");
    await world.settled();
    assert.equal(await health(), "True ");
    assert.equal(a.reportHealth("unknown", "late"), false);
  });

  test("report to an entry that a person made, if it asks for it", async () => {
    const a = await world.replica("a");
    await world.store.create(workloadEntry("plain"));
    await world.store.create(workloadEntry("probed", { "proxy.istio.io/health-checks-enabled": "true" }));
    const metadata = (WORKLOAD_ENTRY: string) => ({ AUTO_REGISTER_GROUP: undefined, WORKLOAD_ENTRY });
    await connect(a, "1", metadata("plain"));
    await connect(a, "2", metadata("probed"));
    assert.deepEqual([a.reportHealth("1", "no"), a.reportHealth("2", "no")], [false, true]);
    await world.settled();
    assert.equal(marksOf(await world.entry("plain")), "nobody");
    assert.equal(marksOf(await world.entry("probed")), "a_22222222 connectedAt");
  });

  test("are proxies like others where that is switched off", async () => {
    const a = await world.replica("a", { autoRegistration: false, healthChecks: false });
    await connect(a, "1");
    await connect(a, "2", { AUTO_REGISTER_GROUP: undefined, WORKLOAD_ENTRY: "none" });
    assert.equal(a.reportHealth("1", "no"), false);
    const b = await world.replica("b", { checkIdentity: false });
    await b.connect("1", { ...workload(), identity: undefined });
    assert.equal(await marks(), "b_22222222 connectedAt");
  });

  test("keep their entries as they are when a replica stops", async () => {
    const a = await world.replica("a");
    await connect(a, "1");
    await a.close();
    a.disconnect("1");
    await world.settled();
    assert.equal(await marks(), "a_22222222 connectedAt");
  });
});
