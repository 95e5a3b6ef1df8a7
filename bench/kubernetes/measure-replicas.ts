import { setTimeout as sleep } from "node:timers/promises";
import { cpuMs, forgetPeak, residentMemory } from "../process-cost.ts";
import type { BenchCluster } from "../push/bench-cluster.ts";
import { addressOf } from "../push/changes.ts";
import { churnRate, untilIdle } from "../push/measure-step.ts";
import { slice } from "../push/sample-mesh.ts";
import { simulatedSidecars } from "../push/sidecars.ts";
import type { Replica } from "./replica.ts";

/** What one control plane needed. */
export interface ReplicaCost {
  /** Milliseconds of processor time for each second. */
  readonly cpuPerSecond: number;
  /** Resident bytes, at the highest. */
  readonly peak: number;
}

/** What was measured of one control plane with one mesh. */
export interface ReplicaMeasure {
  readonly services: number;
  readonly server: Replica["name"];
  /** Milliseconds until it was ready, and of processor time until it came to rest. */
  readonly startMs: number;
  readonly startCpuMs: number;
  /** By the number of sidecars that are connected. */
  readonly loads: readonly ReplicaLoad[];
}

/** What was measured with so many sidecars; undefined: not all of them could be connected. */
export interface ReplicaLoad {
  readonly proxies: number;
  readonly rest: ReplicaCost | undefined;
  /** Under endpoint changes. */
  readonly churn: ReplicaCost | undefined;
}

export interface MeasureOptions {
  readonly services: number;
  readonly proxies: readonly number[];
  /** How long nothing and how long everything happens. */
  readonly restSeconds: number;
  readonly churnSeconds: number;
}

/** Milliseconds between the last thing that happened and what counts as rest. */
const settleMs = 5000;
/** Seconds of changes before those that are measured: most of what is compiled while it runs is compiled by then. */
const warmSeconds = 30;
/** The longest that sidecars may take to connect, in milliseconds. */
const connectLimit = 120_000;

/** Measures control planes beside each other: all see the same changes at the same time. */
export async function measureReplicas(
  cluster: BenchCluster,
  replicas: readonly Replica[],
  options: MeasureOptions,
): Promise<readonly ReplicaMeasure[]> {
  const { services, proxies, restSeconds, churnSeconds } = options;
  // The one that leads begins with that when it is ready, and reads once more for it.
  await sleep(settleMs);
  for (const replica of replicas) await untilIdle(replica);
  const starts = replicas.map(({ pid }) => cpuMs(pid));
  const loads: ReplicaLoad[][] = replicas.map(() => []);
  let changes = 0;
  const change = async (seconds: number) => {
    await changeEndpoints(cluster, { services, seconds, first: changes });
    changes += churnRate * seconds;
  };
  for (const count of proxies) {
    const connected: boolean[] = [];
    for (const replica of replicas) connected.push(await connect(replica, count, services));
    await sleep(settleMs);
    const rests = await costs(replicas, restSeconds, () => sleep(restSeconds * 1000));
    await change(warmSeconds);
    const churns = await costs(replicas, churnSeconds, () => change(churnSeconds));
    for (const [i, each] of loads.entries()) {
      const [rest, churn] = connected[i] ? [rests[i], churns[i]] : [];
      each.push({ proxies: count, rest, churn });
    }
  }
  return replicas.map(({ name, startMs }, i) => ({
    services,
    server: name,
    startMs,
    startCpuMs: starts[i] ?? 0,
    loads: loads[i] ?? [],
  }));
}

/** Connects so many sidecars; false if some were not served in time, and then none stays. */
async function connect(replica: Replica, count: number, services: number): Promise<boolean> {
  if (count === 0) return true;
  const { fleet, xds: address } = replica;
  const sidecars = simulatedSidecars(count, services);
  await fleet.disconnect();
  const { reached, expected } = await fleet.connect({ address, delta: true, sidecars, limitMs: connectLimit });
  if (reached < expected) await fleet.disconnect();
  await untilIdle(replica);
  return reached === expected;
}

/** What each needs while something happens, with what it does afterwards because of that. */
async function costs(
  replicas: readonly Replica[],
  seconds: number,
  act: () => Promise<void>,
): Promise<readonly ReplicaCost[]> {
  for (const { pid } of replicas) forgetPeak(pid);
  const before = replicas.map(({ pid }) => cpuMs(pid));
  await act();
  // What was gathered until there is quiet is pushed after the last change.
  for (const replica of replicas) await untilIdle(replica);
  return replicas.map(({ pid }, i) => ({
    cpuPerSecond: (cpuMs(pid) - (before[i] ?? 0)) / seconds,
    peak: residentMemory(pid).peak,
  }));
}

/** Changes endpoints of one service after the other, evenly; `first` is the number of the first change. */
async function changeEndpoints(
  { client }: BenchCluster,
  { services, seconds, first }: { readonly services: number; readonly seconds: number; readonly first: number },
): Promise<void> {
  const begun = performance.now();
  const writes: Promise<void>[] = [];
  for (let i = 0; i < churnRate * seconds; i++) {
    await sleep(Math.max(0, begun + (i * 1000) / churnRate - performance.now()));
    const number = first + i;
    writes.push(client.merge(slice(number % services, addressOf(400_000 + number))));
  }
  await Promise.all(writes);
}
