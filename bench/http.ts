/**
 * The Kubernetes-style API beside the real kube-apiserver on etcd with durable writes, on the same disk in the same run.
 * Alone: `node bench/http.ts [-o json] [--growth]`. Needs the peers of test/peers, which are fetched and built on first use;
 * `--growth` needs none: it tells what Fairway's requests cost with 1,000 objects and with 100,000.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { BenchClient } from "./http-client.ts";
import { benchGrowth, type GrowthMeasure, median } from "./http-growth.ts";
import { type MeasuredApi, measuredFairway, measuredKubernetes } from "./http-servers.ts";
import { Watchers } from "./http-watchers.ts";

/** One thing that was measured of both. */
export interface HttpMeasure {
  readonly name: string;
  readonly unit: string;
  readonly fairway: number;
  readonly kubernetes: number;
  /** How many times better Fairway is; below 1 it is worse. */
  readonly ratio: number;
}

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = 5;
const parallel = 32;

const map = (name: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, labels: { app: "bench" } },
  data: { key: "x".repeat(200) },
});

/** Measures everything. `objects` is how many there are when memory is read. */
export async function benchHttp(objects = 10_000): Promise<readonly HttpMeasure[]> {
  const both = [await measuredFairway(), await measuredKubernetes()] as const;
  try {
    return [
      measure("start until ready", "ms", both[0].startMs, both[1].startMs, "less"),
      ...(await benchRequests(both)),
      ...(await benchWatches(both, 1000)),
      await benchMemory(both, objects),
    ];
  } finally {
    for (const api of both) await api.stop();
  }
}

type Both = readonly [MeasuredApi, MeasuredApi];

async function benchRequests(both: Both): Promise<HttpMeasure[]> {
  const clients = both.map(({ access }) => new BenchClient(access, 4));
  const merge = "application/merge-patch+json";
  const create = (round: number) => (i: number) => ({ method: "POST", path: maps, body: map(`m${round}-${i}`) });
  const get = (round: number) => (i: number) => ({ method: "GET", path: `${maps}/m${round}-${i % 1000}` });
  const patch = (round: number) => (i: number) => ({
    method: "PATCH",
    path: `${maps}/m${round}-${i % 1000}`,
    type: merge,
    body: { data: { at: `${round} ${i}` } },
  });
  const list = () => () => ({ method: "GET", path: `${maps}?limit=1000` });
  const steps = [
    { name: `durable creates, ${parallel} at a time`, count: 1000, make: create },
    { name: "gets", count: 1000, make: get },
    { name: "merge patches", count: 1000, make: patch },
    { name: "lists of 1,000", count: 30, make: list },
  ];
  const rates = steps.map(() => both.map(() => [] as number[]));
  const costs = steps.map(() => both.map(() => [] as number[]));
  // The first round is for the compiler, as in the measurements of growth.
  for (let round = 0; round <= rounds; round++) {
    for (const [s, { count, make }] of steps.entries()) {
      // Turn by turn, so that a change in the machine's mood meets both.
      for (const [i, client] of clients.entries()) {
        const before = both[i]?.cpuMs() ?? 0;
        const rate = await client.rate(count, make === list ? 4 : parallel, make(round));
        const cost = ((both[i]?.cpuMs() ?? 0) - before) / count;
        if (round === 0) continue;
        rates[s]?.[i]?.push(rate);
        costs[s]?.[i]?.push(cost);
      }
    }
  }
  for (const client of clients) client.close();
  return steps.flatMap(({ name }, s) => {
    const [ours = [], theirs = []] = rates[s] ?? [];
    const [own = [], other = []] = costs[s] ?? [];
    return [
      measure(name, "per second", median(ours), median(theirs), "more"),
      measure("  processor time for each", "ms", median(own), median(other), "less"),
    ];
  });
}

async function benchWatches(both: Both, count: number): Promise<HttpMeasure[]> {
  const [times, costs]: [number[][], number[][]] = [[], []];
  for (const { access, cpuMs } of both) {
    // A kube-apiserver takes 100 requests at a time on one connection.
    const [watching, client] = [new BenchClient(access, 20), new BenchClient(access, 1)];
    const path = "/api/v1/namespaces/kube-public/configmaps";
    await client.ask({ method: "POST", path, body: map("watched") });
    const watchers = await Watchers.open(watching, path, count);
    const write = (i: number) => () =>
      client.ask({
        method: "PATCH",
        path: `${path}/watched`,
        type: "application/merge-patch+json",
        body: { data: { i: String(i) } },
      });
    // The watches begin with what is there: it must have come before the first write counts.
    await watchers.latency(write(0));
    const [time, cost]: [number[], number[]] = [[], []];
    for (let i = 1; i <= 20; i++) {
      const before = cpuMs();
      time.push(await watchers.latency(write(i)));
      cost.push(cpuMs() - before);
    }
    times.push(time);
    costs.push(cost);
    for (const each of [watching, client]) each.close();
  }
  const name = `a change to ${count} watches, until the last has it`;
  const less = (name: string, [ours = [], theirs = []]: readonly number[][]) =>
    measure(name, "ms", median(ours), median(theirs), "less");
  return [less(name, times), less("  processor time for each", costs)];
}

async function benchMemory(both: Both, objects: number): Promise<HttpMeasure> {
  const sizes: number[] = [];
  for (const { access, memory } of both) {
    const client = new BenchClient(access, 4);
    const path = "/api/v1/namespaces/kube-system/configmaps";
    await client.rate(objects, parallel, (i) => ({ method: "POST", path, body: map(`o${i}`) }));
    await client.ask({ method: "GET", path });
    client.close();
    sizes.push(memory() / 1e6);
  }
  const [ours = 0, theirs = 0] = sizes;
  return measure(`resident memory with ${objects} more objects`, "MB", ours, theirs, "less");
}

function measure(name: string, unit: string, ours: number, theirs: number, better: "more" | "less"): HttpMeasure {
  return { name, unit, fairway: ours, kubernetes: theirs, ratio: better === "more" ? ours / theirs : theirs / ours };
}

const shown = (value: number) =>
  (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)).padStart(12);

function printMeasures(measures: readonly HttpMeasure[]): void {
  console.log(`${"".padEnd(50)}${"Fairway".padStart(12)}${"Kubernetes".padStart(12)}${"ratio".padStart(8)}`);
  for (const { name, unit, fairway, kubernetes, ratio } of measures) {
    const better = `${ratio.toFixed(2)}×`.padStart(8);
    console.log(`${name.padEnd(50)}${shown(fairway)}${shown(kubernetes)}${better}  ${unit}`);
  }
}

function printGrowth(measures: readonly GrowthMeasure[]): void {
  console.log(`${"processor time for each, ms".padEnd(50)}${"1,000".padStart(12)}${"100,000".padStart(12)}  objects`);
  for (const { name, few, many } of measures) console.log(`${name.padEnd(50)}${shown(few)}${shown(many)}`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { output: { type: "string", short: "o" }, objects: { type: "string" }, growth: { type: "boolean" } },
  });
  const asJson = values.output === "json";
  if (values.growth) {
    const growth = await benchGrowth();
    if (asJson) console.log(JSON.stringify({ growth, load: loadavg()[0] }));
    else printGrowth(growth);
  } else {
    const measures = await benchHttp(values.objects === undefined ? undefined : Number(values.objects));
    if (asJson) console.log(JSON.stringify({ http: measures, load: loadavg()[0] }));
    else printMeasures(measures);
  }
  if (!asJson) console.log(`\nload of the machine: ${loadavg()[0]?.toFixed(1)}`);
}
