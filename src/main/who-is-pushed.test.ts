import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatKey, type ResourceKey } from "../api/index.ts";
import { parseProxy, type Service } from "../core/index.ts";
import { type ResourceSet, xdsTypes } from "../deliver/index.ts";
import { buildSnapshot, type MeshSnapshot, meshSettings, proxyScope, updateSnapshot } from "../mesh/index.ts";
import { registryOf } from "../mesh/testing/configs.ts";
import { RandomMesh } from "../mesh/testing/random-mesh.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";

const codec = loadEnvoyCodec();
const proxies = [
  ["sidecar", "a", "w"],
  ["sidecar", "a", "x"],
  ["sidecar", "b", "w"],
  ["router", "a", "w"],
  ["router", "istio-system", "y"],
].map(([type, namespace, app], i) =>
  parseProxy({
    id: `${type}~10.0.0.${i}~p${i}.${namespace}~${namespace}.svc.cluster.local`,
    metadata: { NAMESPACE: namespace, LABELS: { app } },
  }),
);
const wanted = {
  [xdsTypes.cluster]: "all",
  [xdsTypes.listener]: "all",
  [xdsTypes.route]: new Set(["80", "81", "http.80", "http.81"]),
  [xdsTypes.extension]: new Set(["x"]),
} as const;

/** Whether somebody who has one set lacks something of another, or has too much. */
function differs(before: ResourceSet | undefined, after: ResourceSet | undefined): boolean {
  if (!before || !after || before === after) return before !== after;
  const { parcels, removed } = after.differenceFrom(before);
  return parcels.length + removed.length > 0;
}

/** What each proxy is to have. */
const contents = (source: MeshConfigSource) =>
  proxies.map((proxy) => {
    const client = source.current?.client(proxy);
    return Object.entries(wanted).map(([type, names]) => client?.resources(type, names));
  });

const scopes = (snapshot: MeshSnapshot) => proxies.map((proxy) => proxyScope(snapshot, proxy));

/** Of several of one host in a namespace there is only one. */
const byHost = ({ services }: RandomMesh) =>
  new Map(Array.from(services.values(), (service) => [`${service.namespace}/${service.hostname}`, service]));

/** Services that came, changed or went, by the objects they are from. */
function changedServices(before: ReadonlyMap<string, Service>, after: ReadonlyMap<string, Service>): ResourceKey[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id) => {
    const [old, next] = [before.get(id), after.get(id)];
    return old === next ? [] : [old, next].flatMap((service) => service?.origin ?? []);
  });
}

describe("who is pushed to, because what it is to have is another", () => {
  for (const seed of [3, 4]) {
    test(`is among those whose scope depends on what changed, now or before, with the seed ${seed}`, () => {
      const mesh = new RandomMesh(seed);
      const source = new MeshConfigSource({ codec, failed: ({ error }) => assert.fail(String(error)) });
      const settings = meshSettings({});
      let snapshot = buildSnapshot({ settings, registry: registryOf(), resources: [], now: 0 });
      source.publish(snapshot);
      let before = { sets: contents(source), scopes: scopes(snapshot), services: byHost(mesh) };
      const counts = { pushed: 0, dependent: 0, considered: 0 };
      for (let step = 0; step < 150; step++) {
        const resources = mesh.step();
        const registry = registryOf(...mesh.services.values());
        snapshot = updateSnapshot(snapshot, { resources, registry, now: 0 });
        source.publish(snapshot);
        const after = { sets: contents(source), scopes: scopes(snapshot), services: byHost(mesh) };
        const keys = [...resources.map(({ key }) => key), ...changedServices(before.services, after.services)];
        for (const [i, proxy] of proxies.entries()) {
          const pushed = after.sets[i]?.some((set, n) => differs(before.sets[i]?.[n], set));
          const dependent = keys.some((key) => [before, after].some(({ scopes }) => scopes[i]?.dependsOn(key)));
          const facts = `step ${step}: ${proxy.id} ${keys.map(formatKey).join()}`;
          assert.ok(!pushed || dependent, facts);
          counts.considered += 1;
          if (pushed) counts.pushed += 1;
          if (dependent) counts.dependent += 1;
        }
        before = after;
      }
      assert.ok(counts.pushed > 50 && counts.pushed < counts.dependent, JSON.stringify(counts));
      assert.ok(counts.dependent < counts.considered, JSON.stringify(counts));
    });
  }
});
