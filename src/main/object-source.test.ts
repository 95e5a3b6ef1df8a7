import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { builtInCatalog, defaultMeshConfig, type Resource } from "../api/index.ts";
import { wireFields, wireText } from "../base/testing/wire-fields.ts";
import type { ClientConfig, Wanted } from "../deliver/index.ts";
import { createMemoryStore } from "../store/index.ts";
import { type ObjectChange, ObjectSource } from "./object-source.ts";

const type = "networking.istio.io/v1/ServiceEntry";

function entry(name: string, host = `${name}.example.com`): Resource {
  return {
    apiVersion: "networking.istio.io/v1",
    kind: "ServiceEntry",
    metadata: { namespace: "app", name },
    spec: { hosts: [host], ports: [{ number: 80, name: "http", protocol: "HTTP" }], resolution: "DNS" },
  };
}

async function open(t: TestContext, ...objects: readonly Resource[]) {
  const kinds = builtInCatalog();
  const store = createMemoryStore({ kinds: () => kinds });
  for (const object of objects) await store.create(object);
  const source = await ObjectSource.open({ store });
  t.after(async () => {
    await source.close();
    await store.close();
  });
  const changed = () => new Promise<ObjectChange>((resolve) => source.onChange(resolve));
  return { store, source, changed, now: () => source.version(defaultMeshConfig) };
}

const names = (config: ClientConfig, of = type, wanted: Wanted = "all") =>
  [...config.resources(of, wanted).keys()].sort();

describe("objects over xDS", { timeout: 20_000 }, () => {
  test("are those of the kind that is asked for, in each of its versions", async (t) => {
    const { now } = await open(t, entry("a"), entry("b"));
    assert.deepEqual(names(now()), ["app/a", "app/b"]);
    assert.deepEqual(names(now(), "networking.istio.io/v1beta1/ServiceEntry"), ["app/a", "app/b"]);
    assert.deepEqual(names(now(), type, new Set(["app/b", "app/c"])), ["app/b"]);
    assert.deepEqual(names(now(), "networking.istio.io/v1/VirtualService"), []);
    const field = now().resources(type, "all").get("app/a")?.field ?? new Uint8Array();
    const any = wireFields(field)(2)[0] ?? new Uint8Array();
    assert.equal(wireText(any, 1), "type.googleapis.com/istio.mcp.v1alpha1.Resource");
  });

  test("are never Kubernetes' own, and nothing is an object that is not written as one", async (t) => {
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { namespace: "app", name: "s" }, data: {} };
    const { source, now } = await open(t, secret);
    for (const other of [
      "core/v1/Secret",
      "/v1/Secret",
      "v1/Secret",
      "a/b/c/d",
      `${type}/x`,
      "networking.istio.io/v9/ServiceEntry",
    ]) {
      assert.deepEqual(names(now(), other), [], other);
      assert.equal(source.serves(other), false, other);
    }
    assert.equal(source.serves(type), true);
    assert.equal(source.kindOf(type), "networking.istio.io/ServiceEntry");
  });

  test("are the same set until one of the kind changes, and older versions stay as they were", async (t) => {
    const { store, changed, now } = await open(t, entry("a"));
    const before = now();
    assert.equal(now().resources(type, "all"), before.resources(type, "all"));
    const next = changed();
    await store.create(entry("b"));
    assert.deepEqual(await next, {
      keys: new Set(["networking.istio.io/ServiceEntry/app/b"]),
      kinds: new Set(["networking.istio.io/ServiceEntry"]),
    });
    assert.deepEqual(names(before), ["app/a"]);
    assert.deepEqual(names(now()), ["app/a", "app/b"]);
    const { parcels, removed } = now().resources(type, "all").differenceFrom(before.resources(type, "all"));
    const sent = parcels.flatMap(({ resources }) => resources.map(({ name }) => name));
    assert.deepEqual([sent, removed], [["app/b"], []]);
    const gone = changed();
    await store.delete({ group: "networking.istio.io", kind: "ServiceEntry", namespace: "app", name: "a" });
    await gone;
    assert.deepEqual(names(now()), ["app/b"]);
  });

  test("are not told anew when only their status is", async (t) => {
    const { store, changed, now } = await open(t, entry("a"));
    const before = now().resources(type, "all");
    const { items } = await store.list({ group: "networking.istio.io", kind: "ServiceEntry" }, "");
    const next = changed();
    await store.updateStatus({ ...(items[0] as Resource), status: { conditions: [{ type: "X", status: "True" }] } });
    await store.create(entry("b"));
    assert.deepEqual([...(await next).keys], ["networking.istio.io/ServiceEntry/app/b"]);
    const after = now().resources(type, "all");
    assert.equal(after.get("app/a")?.version, before.get("app/a")?.version);
  });

  test("come with the mesh's settings, by a type of their own", async (t) => {
    const { source, now } = await open(t);
    const settings = "core/v1alpha1/MeshConfig";
    assert.equal(source.serves(settings), true);
    const set = now().resources(settings, "all");
    assert.equal(set, now().resources(settings, "all"));
    const any = wireFields(set.get("")?.field ?? new Uint8Array())(2)[0] ?? new Uint8Array();
    assert.equal(wireText(any, 1), "type.googleapis.com/istio.mesh.v1alpha1.MeshConfig");
  });
});
