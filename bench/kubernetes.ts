/**
 * A replica of Fairway beside istiod, both on one kube-apiserver: how long each takes to be ready, and what it needs at rest and
 * while endpoints change 50 times a second, with and without sidecars. Alone: `node bench/kubernetes.ts [-o json]`.
 */
import { parseArgs } from "node:util";
import { columns } from "../src/cli/index.ts";
import { measureReplicas, type ReplicaLoad, type ReplicaMeasure } from "./kubernetes/measure-replicas.ts";
import { type Replica, startReplica } from "./kubernetes/replica.ts";
import { type BenchCluster, startBenchCluster } from "./push/bench-cluster.ts";
import { groundObjects, meshObjects } from "./push/sample-mesh.ts";
import { surroundings } from "./push/surroundings.ts";
import { fill } from "./push/target.ts";
import { amount } from "./push/text-report.ts";

const { values } = parseArgs({
  options: {
    services: { type: "string", default: "1000,10000" },
    proxies: { type: "string", default: "0,100,500" },
    "rest-seconds": { type: "string", default: "10" },
    // Both control planes gather changes for up to 10 s: that must fit in several times.
    "churn-seconds": { type: "string", default: "60" },
    output: { type: "string", short: "o", default: "text" },
  },
});
const numbers = (list: string) => list.split(",").map(Number);
const never = new AbortController().signal;

async function measure(cluster: BenchCluster, services: number): Promise<readonly ReplicaMeasure[]> {
  const replicas: Replica[] = [];
  try {
    for (const name of ["fairway", "istiod"] as const) replicas.push(await startReplica(name, cluster, services));
    return await measureReplicas(cluster, replicas, {
      services,
      proxies: numbers(values.proxies),
      restSeconds: Number(values["rest-seconds"]),
      churnSeconds: Number(values["churn-seconds"]),
    });
  } finally {
    for (const replica of replicas) await replica.stop();
  }
}

const unknownCost = { cpuPerSecond: Number.NaN, peak: Number.NaN };

/** Each figure of both, and Fairway's as a part of istiod's. */
function report(all: readonly ReplicaMeasure[]): string {
  const rows = [...Map.groupBy(all, ({ services }) => services)].flatMap(([services, measures]) => {
    const row = (title: string, figure: (measure: ReplicaMeasure) => number) => {
      const [own = Number.NaN, other = Number.NaN] = measures.map(figure);
      return [amount(services), title, ...[own, other, own / other].map((each) => (each >= 0 ? amount(each) : "–"))];
    };
    const megabytes = (bytes: number) => bytes / 1e6;
    const loadRows = ({ proxies }: ReplicaLoad, i: number) =>
      (["rest", "churn"] as const).flatMap((when) => {
        const cost = ({ loads }: ReplicaMeasure) => loads[i]?.[when] ?? unknownCost;
        return [
          row(`CPU, ${when}, ${proxies} sidecars, ms/s`, (each) => cost(each).cpuPerSecond),
          row(`peak memory, ${when}, ${proxies} sidecars, MB`, (each) => megabytes(cost(each).peak)),
        ];
      });
    return [
      row("until ready, s", ({ startMs }) => startMs / 1000),
      row("CPU of the start, s", ({ startCpuMs }) => startCpuMs / 1000),
      ...(measures[0]?.loads ?? []).flatMap(loadRows),
    ];
  });
  return columns(["SERVICES", "FIGURE", "FAIRWAY", "ISTIOD", "RATIO"], rows);
}

const cluster = await startBenchCluster(groundObjects(), never);
try {
  const measures: ReplicaMeasure[] = [];
  let present = 0;
  for (const services of numbers(values.services)) {
    await fill(cluster, meshObjects(present, services), never);
    present = services;
    measures.push(...(await measure(cluster, services)));
  }
  const told = { surroundings: surroundings(true), measures };
  console.log(values.output === "json" ? JSON.stringify(told, null, 2) : report(measures));
} finally {
  await cluster.stop();
}
