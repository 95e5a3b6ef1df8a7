import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { keyOf, type Resource } from "../api/index.ts";
import { parseProxy } from "../core/index.ts";
import { type StreamAbilities, xdsTypes } from "../deliver/index.ts";
import { buildSnapshot, type MeshSnapshot, meshSettings, updateSnapshot } from "../mesh/index.ts";
import { config } from "../mesh/testing/configs.ts";
import { Registry } from "../registry/index.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { readResource } from "./debug-resource.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";

const codec = loadEnvoyCodec();
const able: StreamAbilities = { virtualHosts: true };
const tables = new Set(["80"]);

const service = (name: string): Resource => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { namespace: "app", name },
  spec: { clusterIP: "10.0.0.1", ports: [{ name: "http", port: 80 }] },
});

const routes = (timeout: string) =>
  config("VirtualService", "app/a", { hosts: ["a"], http: [{ route: [{ destination: { host: "a" } }], timeout }] });

function snapshotOf(...resources: readonly Resource[]): MeshSnapshot {
  const registry = new Registry();
  registry.apply(resources.map((after) => ({ key: keyOf(after), after })));
  return buildSnapshot({ settings: meshSettings({}), registry: registry.snapshot, resources, now: 0 });
}

const proxy = (flag?: unknown, metadata: object = {}) =>
  parseProxy({
    id: "sidecar~10.1.0.1~x.app~app.svc.cluster.local",
    metadata: { ...(flag !== undefined && { VIRTUAL_HOST_DISCOVERY: flag }), ...metadata },
  });

function start() {
  const source = new MeshConfigSource({ codec, failed: ({ error }) => assert.fail(String(error)) });
  const before = snapshotOf(service("a"), service("b"), routes("5s"));
  source.publish(before);
  const sets = (client: ReturnType<typeof proxy>, abilities?: StreamAbilities) => {
    const made = source.current?.client(client, abilities);
    assert.ok(made);
    return { routes: made.resources(xdsTypes.route, tables), hosts: made.resources(xdsTypes.virtualHost, tables) };
  };
  const change = (after: Resource) =>
    source.publish(updateSnapshot(before, { resources: [{ key: keyOf(after), after }], now: 0 }));
  return { sets, change };
}

const hostA = "80/a.app.svc.cluster.local:80";

describe("virtual hosts as resources of their own", () => {
  test("are for proxies that ask for them, on streams that can carry them", () => {
    const { sets } = start();
    const usual = sets(proxy());
    assert.equal(usual.hosts.size, 0);
    for (const [flag, abilities] of [
      [undefined, able],
      ["false", able],
      [{}, able],
      ["true", undefined],
      ["true", { virtualHosts: false }],
    ] as const) {
      assert.deepEqual(sets(proxy(flag), abilities), usual);
    }
    assert.equal(sets(proxy("true", { GENERATOR: "grpc" }), able).hosts.size, 0);
    assert.ok(sets(proxy("true"), able).hosts.size > 2);
    assert.ok(sets(proxy(true), able).hosts.size > 2);
  });

  test("are all that the table has otherwise, by names that tell whose they are", () => {
    const { sets } = start();
    const read = ({ routes }: ReturnType<typeof sets>) =>
      Array.from(routes.values(), (each) => readResource(codec, each));
    const { routes, hosts } = sets(proxy("true"), able);
    const [whole] = read(sets(proxy()));
    const [hostless = {}] = read({ routes, hosts });
    const apart = Array.from(hosts.values(), (each) => readResource(codec, each));
    assert.deepEqual(
      [...hosts.keys()],
      apart.map(({ name }) => name),
    );
    assert.ok(hosts.has(hostA));
    const { vhds, ...rest }: { readonly vhds?: unknown } = hostless;
    assert.ok(vhds);
    const virtualHosts = apart.map(({ "@type": _, name, ...each }) => ({ name: String(name).slice(3), ...each }));
    assert.deepEqual({ ...rest, virtualHosts }, whole);
  });

  test("change one by one, and the table not at all", () => {
    const { sets, change } = start();
    const [first, other] = [sets(proxy("true"), able), sets(proxy())];
    change(routes("7s"));
    const second = sets(proxy("true"), able);
    assert.equal(second.routes, first.routes);
    const { parcels, removed } = second.hosts.differenceFrom(first.hosts);
    assert.deepEqual(removed, []);
    assert.deepEqual(
      parcels.flatMap(({ resources }) => resources.map(({ name }) => name)),
      [hostA],
    );
    assert.notEqual(sets(proxy()).routes, other.routes);
  });
});
