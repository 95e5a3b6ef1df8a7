/**
 * A mesh snapshot made anew and from the one before, with the scopes of all namespaces asked for each time or not. Alone:
 * `node bench/mesh.ts [-o json]`.
 */
import { parseArgs } from "node:util";
import { keyOf, type Resource } from "../src/api/index.ts";
import type { Service } from "../src/core/index.ts";
import type { ServiceSource, SnapshotChanges } from "../src/mesh/index.ts";
import { buildSnapshot, type MeshSnapshot, meshSettings, openScope, updateSnapshot } from "../src/mesh/index.ts";
import { config, registryOf, service } from "../src/mesh/testing/configs.ts";

/** One thing that was measured. */
export interface MeshMeasure {
  readonly name: string;
  /** Milliseconds. */
  readonly snapshot: number;
  /** Milliseconds for the scopes of all namespaces on top of it. */
  readonly scopes: number;
}

const namespaces = Array.from({ length: 100 }, (_, i) => `ns-${i}`);
const settings = meshSettings({});
const now = Date.UTC(2026, 0, 1);
const at = (i: number) => `ns-${i % namespaces.length}`;

/** Measures a mesh of some services, with three VirtualServices and two DestinationRules for every ten. */
export function benchMesh(count: number): readonly MeshMeasure[] {
  const services = Array.from({ length: count }, (_, i) => service(`${at(i)}/svc-${i}`));
  const registry = registryOf(...services);
  const resources = [
    ...Array.from({ length: count * 0.3 }, (_, i) => virtualService(i, 1)),
    ...Array.from({ length: count * 0.2 }, (_, i) => destinationRule(i, 1)),
  ];
  const anew = () => buildSnapshot({ settings, registry, resources, now });
  const warm = anew();
  askAll(warm);
  const changed = (resource: Resource): SnapshotChanges => ({
    resources: [{ key: keyOf(resource), after: resource }],
    now,
  });
  const title = `${count} services, ${count * 0.3} virtual services, ${count * 0.2} destination rules`;
  return [
    measure(`${title}: anew`, 5, anew),
    measure("  after one virtual service", 25, (i) => updateSnapshot(warm, changed(virtualService(7, i + 2)))),
    measure("  after one destination rule", 25, (i) => updateSnapshot(warm, changed(destinationRule(7, i + 2)))),
    measure("  after endpoints of one service", 25, () =>
      updateSnapshot(warm, { registry: { ...registry }, changedServices: new Set(), now }),
    ),
    measure("  after one service", 9, () => updateSnapshot(warm, { ...changedService(registry, services), now })),
  ];
}

function virtualService(i: number, weight: number): Resource {
  const route = [{ destination: { host: `svc-${i}` }, weight }];
  return config("VirtualService", `${at(i)}/vs-${i}`, { hosts: [`svc-${i}`], http: [{ route }] });
}

function destinationRule(i: number, maxConnections: number): Resource {
  const trafficPolicy = { connectionPool: { tcp: { maxConnections } } };
  const subsets = [{ name: "v1", labels: { version: "v1" } }];
  return config("DestinationRule", `${at(i)}/dr-${i}`, { host: `svc-${i}`, trafficPolicy, subsets });
}

function changedService(
  registry: ServiceSource,
  services: readonly Service[],
): Pick<SnapshotChanges, "registry" | "changedServices"> {
  const [first] = services;
  const key = `${first?.namespace}/${first?.hostname}`;
  const after = { ...first, labels: { changed: "yes" } } as Service;
  const serviceByKey = (asked: string) => (asked === key ? after : registry.serviceByKey(asked));
  return { registry: { ...registry, serviceByKey }, changedServices: new Set([key]) };
}

function askAll(snapshot: MeshSnapshot): void {
  for (const namespace of namespaces) openScope(snapshot, namespace);
}

function measure(name: string, rounds: number, make: (round: number) => MeshSnapshot): MeshMeasure {
  const times: number[] = [];
  const scopes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const snapshot = make(round);
    const made = performance.now();
    askAll(snapshot);
    scopes.push(performance.now() - made);
    times.push(made - started);
  }
  return { name, snapshot: median(times), scopes: median(scopes) };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { output: { type: "string", short: "o" } } });
  const measures = [1000, 10_000].flatMap(benchMesh);
  if (values.output === "json") console.log(JSON.stringify({ mesh: measures }));
  else {
    console.log(`${"milliseconds".padEnd(76)}${"snapshot".padStart(10)}${"100 scopes".padStart(12)}`);
    for (const { name, snapshot, scopes } of measures) {
      console.log(`${name.padEnd(76)}${snapshot.toFixed(3).padStart(10)}${scopes.toFixed(1).padStart(12)}`);
    }
  }
}
