/**
 * The registry: what it costs to derive a cluster's services and endpoints, and one change of them, by the size of the
 * cluster. Alone: `node bench/registry.ts [-o json]`.
 */
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { keyOf, type Resource } from "../src/api/index.ts";
import { Registry } from "../src/registry/index.ts";
import { clusterObjects, podsPerService, serviceObject, sliceObject } from "./registry-objects.ts";

/** What was measured of a cluster of one size. */
export interface RegistryMeasure {
  readonly services: number;
  readonly endpoints: number;
  /** Milliseconds to derive everything at once. */
  readonly buildMs: number;
  /** Microseconds, in the median, to take one change. */
  readonly sliceUs: number;
  readonly serviceUs: number;
  /** Bytes of heap for each endpoint, without the objects themselves. */
  readonly heapPerEndpoint: number;
}

/** Measures clusters of these numbers of services. */
export function benchRegistry(sizes: readonly number[] = [1000, 10_000]): readonly RegistryMeasure[] {
  // What is compiled while it is first run would count against the smallest.
  measureSize(200);
  return sizes.map(measureSize);
}

function measureSize(services: number): RegistryMeasure {
  const changes = [...clusterObjects(services)].map(added);
  const heapBefore = usedHeap();
  const registry = new Registry();
  const started = performance.now();
  registry.apply(changes);
  const buildMs = performance.now() - started;
  const endpoints = services * podsPerService;
  const heapPerEndpoint = (usedHeap() - heapBefore) / endpoints;
  return {
    services,
    endpoints,
    buildMs,
    sliceUs: timeChanges(registry, (i) =>
      sliceObject(i % services, podsPerService - 1 - (Math.floor(i / services) % 2)),
    ),
    serviceUs: timeChanges(registry, (i) => serviceObject(i % services, 81 + Math.floor(i / services))),
    heapPerEndpoint,
  };
}

function added(after: Resource) {
  return { key: keyOf(after), after };
}

/** Every change must count, else it is not measured. */
function timeChanges(registry: Registry, change: (i: number) => Resource, count = 2000): number {
  const times = Array.from({ length: count }, (_, i) => {
    const batch = [added(change(i))];
    const started = performance.now();
    const { services, endpoints } = registry.apply(batch);
    const took = performance.now() - started;
    if (services.size + endpoints.size !== 1)
      throw new Error(`change ${i} changed ${services.size + endpoints.size} services`);
    return took * 1000;
  });
  return times.sort((a, b) => a - b)[count >> 1] ?? 0;
}

function usedHeap(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { output: { type: "string", short: "o" } } });
  const measures = benchRegistry();
  if (values.output === "json") console.log(JSON.stringify({ registry: measures }));
  else {
    const titles = ["services", "endpoints", "build ms", "slice µs", "service µs", "heap B/endpoint"];
    console.log(titles.map((title) => title.padStart(16)).join(""));
    for (const { services, endpoints, buildMs, sliceUs, serviceUs, heapPerEndpoint } of measures) {
      const numbers = [services, endpoints, Math.round(buildMs), sliceUs.toFixed(1), serviceUs.toFixed(1)];
      console.log([...numbers, Math.round(heapPerEndpoint)].map((number) => String(number).padStart(16)).join(""));
    }
  }
}
