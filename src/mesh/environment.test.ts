import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { builtInCatalog, keyOf, type Resource } from "../api/index.ts";
import { ManualClock } from "../base/testing/manual-clock.ts";
import { createMemoryStore } from "../store/index.ts";
import { Environment, type EnvironmentOptions } from "./environment.ts";
import { scopeOf } from "./mesh-snapshot.ts";
import { config } from "./testing/configs.ts";

const service = (namespace: string, name: string): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { namespace, name },
  spec: { clusterIP: "10.0.0.1", ports: [{ name: "http", port: 80 }] },
});

const meshMap = (mesh: string): Resource => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "istio-system", name: "istio" },
  data: { mesh },
});

const hosts = ({ snapshot }: Environment) => [...snapshot.registry.services()].map(({ hostname }) => hostname).sort();

async function open(t: TestContext, options: Partial<EnvironmentOptions> = {}, objects: readonly Resource[] = []) {
  const kinds = builtInCatalog();
  const store = createMemoryStore({ kinds: () => kinds });
  for (const object of objects) await store.create(object);
  const environment = await Environment.open({ store, ...options });
  t.after(async () => {
    await environment.close();
    await store.close();
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        const stop = environment.onChange(() => {
          stop();
          resolve();
        });
      });
    }
  };
  return { store, environment, until };
}

describe("the environment", { timeout: 10_000 }, () => {
  test("has everything when it opens, and makes a snapshot only when something came", async (t) => {
    const reviews = config("VirtualService", "app/reviews", { hosts: ["reviews"], http: [{ route: [] }] });
    const { store, environment, until } = await open(t, {}, [service("app", "reviews"), reviews]);
    const first = environment.snapshot;
    assert.deepEqual(hosts(environment), ["reviews.app.svc.cluster.local"]);
    const scope = scopeOf(first, { namespace: "app", labels: {} });
    assert.equal(scope.virtualService("reviews.app.svc.cluster.local")?.name, "reviews");
    assert.equal(environment.snapshot, first);
    await store.create(service("app", "web"));
    await until(() => environment.snapshot !== first);
    assert.equal(hosts(environment).length, 2);
    assert.equal([...first.registry.services()].length, 1);
  });

  test("says which version of the store a snapshot has everything up to", async (t) => {
    const { store, environment, until } = await open(t, {}, [service("app", "reviews")]);
    const { ledgerVersion } = environment.snapshot;
    assert.equal(ledgerVersion, (await store.get(keyOf(service("app", "reviews"))))?.metadata.resourceVersion);
    const { metadata } = await store.create(service("app", "web"));
    await until(() => environment.snapshot.ledgerVersion === metadata.resourceVersion);
    assert.notEqual(metadata.resourceVersion, ledgerVersion);
  });

  test("takes the mesh's settings from the ConfigMap of the root namespace as they change", async (t) => {
    const { store, environment, until } = await open(t, {}, [meshMap("trustDomain: one")]);
    assert.equal(environment.snapshot.settings.trustDomain, "one");
    await store.delete(keyOf(meshMap("")));
    await until(() => environment.snapshot.settings.trustDomain === "cluster.local");
  });

  test("takes the mesh's settings from a file over the ConfigMap's, and networks from the ConfigMap still", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "fairway-test-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const meshConfigFile = join(folder, "mesh.yaml");
    writeFileSync(meshConfigFile, "trustDomain: file\nrootNamespace: fleet\n");
    const map: Resource = {
      ...meshMap(""),
      metadata: { namespace: "fleet", name: "istio" },
      data: { mesh: "trustDomain: map", meshNetworks: "networks: {n1: {}}" },
    };
    const { environment } = await open(t, { meshConfigFile, domainSuffix: "corp" }, [map, service("app", "web")]);
    const { settings } = environment.snapshot;
    assert.equal(settings.trustDomain, "file");
    assert.equal(settings.rootNamespace, "fleet");
    assert.deepEqual(Object.keys(settings.networks.networks ?? {}), ["n1"]);
    assert.deepEqual(hosts(environment), ["web.app.svc.corp"]);
  });

  test("puts its own root namespace over the settings', and knows services of watched namespaces only", async (t) => {
    const objects = [service("app", "web"), service("other", "web")];
    const { environment } = await open(t, { rootNamespace: "root", watchedNamespaces: ["app"] }, objects);
    assert.equal(environment.snapshot.settings.rootNamespace, "root");
    assert.deepEqual(hosts(environment), ["web.app.svc.cluster.local"]);
  });

  test("finds gateways by their names, follows what they lead to, and keeps that while they cannot be found", async (t) => {
    const clock = new ManualClock();
    const dns = new Map([["gw.example.com", ["10.0.0.2", "10.0.0.1"]]]);
    const asked: string[] = [];
    const failed: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      const found = dns.get(name);
      if (!found) throw new Error("unknown");
      return found.map((address) => ({ address, ttl: 60 }));
    };
    const networks = (address: string): Resource => ({
      ...meshMap(""),
      data: { mesh: "{}", meshNetworks: `networks: {net2: {gateways: [{address: ${address}, port: 15443}]}}` },
    });
    const names = { resolve, failed: (name: string) => void failed.push(name) };
    const { store, environment, until } = await open(t, { clock, gatewayNames: names }, [networks("gw.example.com")]);
    const found = () => environment.snapshot.registry.networkGateways().get("net2")?.[0]?.resolved;
    await until(() => found() !== undefined);
    assert.deepEqual(found(), ["10.0.0.1", "10.0.0.2"]);
    dns.set("gw.example.com", ["10.0.0.3"]);
    clock.advance(66_000);
    await until(() => found()?.[0] === "10.0.0.3");
    dns.clear();
    clock.advance(66_000);
    while (failed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([found(), failed], [["10.0.0.3"], ["gw.example.com"]]);
    await store.update({ ...networks("10.9.9.9"), metadata: { namespace: "istio-system", name: "istio" } });
    await until(() => environment.snapshot.registry.networkGateways().get("net2")?.[0]?.address === "10.9.9.9");
    const before = asked.length;
    clock.advance(24 * 3_600_000);
    assert.deepEqual([found(), asked.length], [undefined, before]);
  });
});
