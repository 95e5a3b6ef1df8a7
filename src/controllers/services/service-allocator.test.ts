import assert from "node:assert/strict";
import { suite, type TestContext, test } from "node:test";
import { builtInCatalog, type KubernetesService, keyOf, type Resource } from "../../api/index.ts";
import { Random } from "../../base/testing/random.ts";
import { createMemoryStore, type VersionedStore } from "../../store/index.ts";
import { ClusterStore } from "../cluster-store.ts";
import { AddressRange } from "./address-range.ts";
import { ServiceAllocator } from "./service-allocator.ts";

const kinds = builtInCatalog();
type Spec = KubernetesService["spec"];

interface Ranges {
  readonly addresses?: readonly string[];
  readonly nodePorts?: readonly [number, number];
}

async function open(t: TestContext, inner: VersionedStore, { addresses = ["10.0.0.0/24"], nodePorts }: Ranges = {}) {
  const ranges = addresses.map((text) => {
    const range = AddressRange.parse(text);
    assert.ok(range);
    return range;
  });
  const random = new Random(1);
  const services = new ServiceAllocator({
    store: inner,
    ranges: { addresses: ranges, nodePorts: nodePorts ?? [30000, 30099] },
    random: () => random.below(1_000_000) / 1_000_000,
    report: (error) => assert.fail(String(error)),
  });
  await services.start();
  t.after(() => services.close());
  return new ClusterStore(inner, services);
}

async function fresh(t: TestContext, ranges?: Ranges) {
  const inner = createMemoryStore({ kinds: () => kinds });
  const store = await open(t, inner, ranges);
  await store.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "web" } });
  return { inner, store };
}

const service = (name: string, spec: Partial<Spec> = {}): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "web" },
  spec: { type: "ClusterIP", ports: [{ port: 80, protocol: "TCP", targetPort: 80 }], ...spec },
});
const specOf = (resource: Resource) => (resource as KubernetesService).spec;

suite("addresses and ports of Services", () => {
  test("are given to those that lack them", async (t) => {
    const { store } = await fresh(t);
    const spec = specOf(await store.create(service("a")));
    assert.match(spec.clusterIP ?? "", /^10\.0\.0\.\d+$/);
    assert.deepEqual(spec.clusterIPs, [spec.clusterIP]);
    assert.deepEqual([spec.ipFamilies, spec.ipFamilyPolicy], [["IPv4"], "SingleStack"]);
    const open = specOf(await store.create(service("b", { type: "NodePort" })));
    const port = open.ports?.[0]?.nodePort ?? 0;
    assert.ok(port >= 30000 && port <= 30099, String(port));
    const none = specOf(await store.create(service("c", { clusterIP: "None", selector: { app: "x" } })));
    assert.deepEqual([none.clusterIPs, none.ipFamilies], [["None"], ["IPv4"]]);
    const alias = specOf(await store.create(service("d", { type: "ExternalName", externalName: "x.example.com" })));
    assert.deepEqual([alias.clusterIP, alias.ipFamilies], [undefined, undefined]);
  });

  test("are never the same for two, however many come at once, until all are given out", async (t) => {
    const { store } = await fresh(t, { nodePorts: [30000, 30299] });
    const all = Array.from({ length: 253 }, (_, i) => store.create(service(`s${i}`, { type: "NodePort" })));
    const specs = (await Promise.all(all)).map(specOf);
    assert.equal(new Set(specs.map((s) => s.clusterIP)).size, 253);
    assert.equal(new Set(specs.map((s) => s.ports?.[0]?.nodePort)).size, 253);
    assert.ok(!specs.some((s) => s.clusterIP === "10.0.0.1"), "the first is kept for the API's own Service");
    await assert.rejects(store.create(service("more")), {
      code: "Unavailable",
      message: /no address of 10\.0\.0\.0\/24/,
    });
  });

  test("are taken as they are asked for, once", async (t) => {
    const { store } = await fresh(t);
    const asked = { clusterIP: "10.0.0.7", clusterIPs: ["10.0.0.7"] };
    await store.create(service("a", asked));
    const taken = { code: "Invalid", message: /spec\.clusterIPs: the address 10\.0\.0\.7 is already allocated/ };
    await assert.rejects(store.create(service("b", asked)), taken);
    const outside = { code: "Invalid", message: /must be of the range 10\.0\.0\.0\/24, not 10\.9\.0\.1/ };
    await assert.rejects(store.create(service("b", { clusterIP: "10.9.0.1" })), outside);
    const ports = (nodePort: number) => ({
      type: "NodePort" as const,
      ports: [
        { port: 80, protocol: "TCP" as const, nodePort },
        { port: 80, protocol: "UDP" as const, nodePort },
      ],
    });
    await store.create(service("c", ports(30005)));
    const used = { code: "Invalid", message: /spec\.ports\[0\]\.nodePort: the port 30005 is already allocated/ };
    await assert.rejects(store.create(service("d", ports(30005))), used);
    await assert.rejects(store.create(service("d", ports(80))), { message: /must be in 30000-30099, not 80/ });
  });

  test("are free again after a delete, a failed write and a change that gives them up", async (t) => {
    const { store } = await fresh(t, { addresses: ["10.0.0.0/29"], nodePorts: [30000, 30000] });
    const made = await store.create(service("a", { type: "NodePort" }));
    for (let i = 0; i < 20; i++) {
      await assert.rejects(store.create(service("a")), { code: "AlreadyExists" });
      await assert.rejects(store.create(service("b", { type: "NodePort" })), { message: /no node port/ });
    }
    const { nodePort: _, ...port } = specOf(made).ports?.[0] ?? { port: 80 };
    await store.update({ ...made, spec: { ...specOf(made), type: "ClusterIP", ports: [port] } });
    await settled(store, () => store.create(service("b", { type: "NodePort" })));
    for (const name of ["a", "b"]) await store.delete(keyOf(service(name)));
    for (const name of ["c", "d", "e", "f", "g"]) await settled(store, () => store.create(service(name)));
  });

  test("are remembered after a restart", async (t) => {
    const { inner, store } = await fresh(t, { addresses: ["10.0.0.0/29"] });
    for (const name of ["a", "b", "c"]) await store.create(service(name, { type: "NodePort" }));
    const later = await open(t, inner, { addresses: ["10.0.0.0/29"] });
    for (const name of ["d", "e"]) await later.create(service(name));
    const { items } = await inner.list({ group: "", kind: "Service" }, "");
    assert.equal(new Set(items.map((item) => specOf(item).clusterIP)).size, 5);
    await assert.rejects(later.create(service("f")), { code: "Unavailable" });
  });

  test("stay through updates, and come with a new type", async (t) => {
    const { store } = await fresh(t);
    const made = await store.create(service("a"));
    const same = await store.update({ ...made, metadata: { ...made.metadata, labels: { x: "y" } } });
    assert.deepEqual(specOf(same), specOf(made));
    const opened = await store.update({ ...same, spec: { ...specOf(same), type: "NodePort" } });
    assert.equal(specOf(opened).clusterIP, specOf(made).clusterIP);
    assert.ok(specOf(opened).ports?.[0]?.nodePort);
    const balanced = { type: "LoadBalancer", externalTrafficPolicy: "Local" } as const;
    const local = specOf(await store.update({ ...opened, spec: { ...specOf(opened), ...balanced } }));
    assert.equal(local.ports?.[0]?.nodePort, specOf(opened).ports?.[0]?.nodePort);
    assert.ok(local.healthCheckNodePort && local.healthCheckNodePort !== local.ports?.[0]?.nodePort);
  });

  test("are of both families where that is asked for and can be had", async (t) => {
    const { store } = await fresh(t, { addresses: ["10.0.0.0/24", "fd00:10::/112"] });
    const both = specOf(await store.create(service("a", { ipFamilyPolicy: "PreferDualStack" })));
    assert.deepEqual(both.ipFamilies, ["IPv4", "IPv6"]);
    assert.match(both.clusterIPs?.[1] ?? "", /^fd00:10::[0-9a-f]+$/);
    const six = specOf(await store.create(service("b", { ipFamilies: ["IPv6"] })));
    assert.match(six.clusterIP ?? "", /^fd00:10::/);
    const { store: single } = await fresh(t);
    const one = specOf(await single.create(service("a", { ipFamilyPolicy: "PreferDualStack" })));
    assert.deepEqual(one.ipFamilies, ["IPv4"]);
    const wanted = service("b", { ipFamilyPolicy: "RequireDualStack" });
    await assert.rejects(single.create(wanted), { message: /spec\.ipFamilyPolicy: there is no range of IPv6/ });
  });
});

/** Until the allocator has seen what happened, addresses that were freed are not there: tries again as clients do. */
async function settled(store: ClusterStore, attempt: () => Promise<Resource>): Promise<Resource> {
  for (let i = 0; ; i++) {
    try {
      return await attempt();
    } catch (error) {
      if (i === 100) throw error;
      await store.list({ group: "", kind: "Service" }, "");
    }
  }
}
