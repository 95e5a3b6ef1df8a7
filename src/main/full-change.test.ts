import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatGroupKind, formatKey, keyOf, type Resource } from "../api/index.ts";
import { Random } from "../base/testing/random.ts";
import { type Proxy as MeshProxy, parseProxy, type ResourceChange } from "../core/index.ts";
import { xdsTypes } from "../deliver/index.ts";
import { environmentChange } from "../mesh/environment-change.ts";
import { buildSnapshot, meshKinds, meshSettings, proxyScope, updateSnapshot } from "../mesh/index.ts";
import { config } from "../mesh/testing/configs.ts";
import { Registry } from "../registry/index.ts";
import { pod, podEndpoint, service, slice, workloadEntry } from "../registry/testing/objects.ts";
import { randomObject } from "../registry/testing/random-objects.ts";
import { loadEnvoyCodec } from "../translate/index.ts";
import { MeshConfigSource } from "./mesh-config-source.ts";

const codec = loadEnvoyCodec();
const settings = meshSettings({ config: { rootNamespace: "root" } });
const namespaces = ["app", "other", "root"];

/** Everything that could be asked for by name: the same sets in every version, as connected clients have them. */
const hosts = [
  ...namespaces.flatMap((namespace) => [0, 1, 2, 3, 4].map((i) => `s${i}.${namespace}.svc.cluster.local`)),
  ...[0, 1, 2, 3].map((i) => `h${i}.example.com`),
];
const wanted = {
  [xdsTypes.cluster]: "all",
  [xdsTypes.endpoint]: new Set([...hosts.map((host) => `outbound|80||${host}`), "local_cluster"]),
  [xdsTypes.listener]: "all",
  [xdsTypes.route]: new Set(["80", "15443", "http.80"]),
  [xdsTypes.nameTable]: "all",
} as const;

function proxyAt(i: number, namespace: string, type = "sidecar", metadata: object = {}): MeshProxy {
  const id = `${type}~10.0.0.${i}~p${i}.${namespace}~${namespace}.svc.cluster.local`;
  return parseProxy({ id, metadata: { NAMESPACE: namespace, LABELS: { app: "s1" }, ...metadata } });
}

const proxies = [
  ...[0, 1, 2, 3, 4].map((i) => proxyAt(i, "app")),
  proxyAt(1, "other", "sidecar", { DNS_CAPTURE: "true", ENABLE_SELF_DISCOVERY: "true" }),
  proxyAt(5, "root", "router"),
  proxyAt(2, "app", "sidecar", { GENERATOR: "grpc" }),
];

/** An object of the mesh's own by which endpoints may come to matter. */
function randomConfig(random: Random): Resource {
  const namespace = random.pick(["app", "other", "root"]);
  const simple = random.chance(0.3) ? "PASSTHROUGH" : "ROUND_ROBIN";
  return random.chance(0.5)
    ? config("DestinationRule", "app/rule", {
        host: `s${random.below(3)}.app.svc.cluster.local`,
        trafficPolicy: { loadBalancer: { simple } },
      })
    : config("PeerAuthentication", `${namespace}/default`, { mtls: { mode: random.pick(["STRICT", "DISABLE"]) } });
}

const world = [0, 1, 2].flatMap((i) => [
  service(`s${i}`),
  ...[0, 1, 2, 3, 4].map((n) => pod(`p${n}`, `10.0.0.${n}`, { serviceAccountName: "sa" })),
]);

/** Pods of the same account come to be behind a service and go, as most changes of a real mesh are. */
function randomChurn(random: Random): Resource {
  const labels = { app: `s${random.below(3)}` };
  const address = random.chance(0.5) ? "vm.example.com" : `10.0.0.${random.below(6)}`;
  if (random.chance(0.3)) return workloadEntry(`we${random.below(3)}`, { address, labels, serviceAccount: "sa" });
  const pods = [0, 1, 2, 3].filter(() => random.chance(0.5));
  const endpoints = pods.map((i) => podEndpoint(`p${i}`, `10.0.0.${i}`, { ready: random.chance(0.7) }));
  const i = random.below(3);
  return slice(`churn-${i}`, `s${i}`, [...endpoints, podEndpoint("p4", "10.0.0.4")]);
}

function randomBatch(random: Random, objects: Map<string, Resource>): ResourceChange[] {
  return Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => {
    const churn = random.chance(0.7);
    const other = random.chance(0.1) ? randomConfig(random) : randomObject((end) => random.below(end));
    const object = churn ? randomChurn(random) : other;
    const key = keyOf(object);
    const before = objects.get(formatKey(key));
    if (before !== undefined && !churn && random.chance(0.2)) {
      objects.delete(formatKey(key));
      return { key, before };
    }
    objects.set(formatKey(key), object);
    return { key, ...(before && { before }), after: object };
  });
}

const ofMesh = new Set(meshKinds.map(formatGroupKind));

/** What every proxy is to have of each type, and its view. */
function contents(source: MeshConfigSource) {
  return proxies.map((proxy) => {
    const client = source.current?.client(proxy);
    const versions = Object.entries(wanted).map(
      ([type, names]) => [type, client?.resources(type, names).version] as const,
    );
    return { proxy, view: proxyScope(source.snapshot, proxy).key, versions: new Map(versions) };
  });
}

/** What differs for proxies that have not moved: types. */
function differing(before: ReturnType<typeof contents>, after: ReturnType<typeof contents>): ReadonlySet<string> {
  const unmoved = after.filter(({ view }, i) => view === before[i]?.view);
  return new Set(
    unmoved.flatMap(({ proxy, versions }) => {
      const old = before.find((each) => each.proxy === proxy)?.versions;
      return [...versions].flatMap(([type, version]) => (old?.get(type) === version ? [] : type));
    }),
  );
}

describe("what a change that is not full leaves as it was", () => {
  for (const seed of [1, 2]) {
    test(`is all but endpoints, and those too if only workloads changed, with the seed ${seed}`, () => {
      const random = new Random(seed);
      const objects = new Map<string, Resource>();
      const registry = new Registry();
      registry.apply(world.map((after) => ({ key: keyOf(after), after })));
      let snapshot = buildSnapshot({ settings, registry: registry.snapshot, resources: [], now: 0 });
      const source = new MeshConfigSource({ codec, failed: ({ error }) => assert.fail(String(error)) });
      source.publish(snapshot);
      let before = contents(source);
      const tried = { endpoint: 0, proxy: 0, differed: 0 };
      for (let step = 0; step < 100; step++) {
        const changes = randomBatch(random, objects);
        const mesh = changes.filter(({ key }) => ofMesh.has(formatGroupKind(key)));
        const old = registry.snapshot;
        const change = registry.apply(changes);
        const { destinationRules } = snapshot;
        const batch = { changes, objects: mesh, registry: change, before: old, destinationRules };
        const told = environmentChange({ ...batch, after: registry.snapshot });
        snapshot = updateSnapshot(snapshot, { resources: mesh, registry: registry.snapshot, now: 0 });
        source.publish(snapshot);
        const after = contents(source);
        const types = differing(before, after);
        before = after;
        if (types.size > 0) tried.differed += 1;
        if (told?.full) continue;
        const endpoints = told?.reasons.has("endpoint") ?? false;
        tried[endpoints ? "endpoint" : "proxy"] += 1;
        const allowed = endpoints ? [xdsTypes.endpoint] : [];
        assert.deepEqual([...types.difference(new Set<string>(allowed))], [], `step ${step}`);
      }
      for (const [what, count] of Object.entries(tried)) assert.ok(count > 5, `${what} is tried ${count} times`);
    });
  }
});
