/**
 * The wrapper of an edge node, as a process of its own before an API server that only says what it is told: its start, its
 * lists, what a change of an endpoint and of a node's label costs, and its memory, by the number of Services. Alone:
 * `node bench/edge.ts [-o json]`.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startEdge } from "../test/tools/fairway.ts";
import { clusterServer, endpointsPerService, nodeObject, sliceObject } from "./edge-cluster.ts";
import { CountingWatch } from "./edge-watch.ts";
import { cpuMs, residentMemory } from "./process-cost.ts";

/** What was measured with one number of Services. */
export interface EdgeMeasure {
  readonly services: number;
  readonly endpoints: number;
  /** Milliseconds from the start of the process until clients are served. */
  readonly startMs: number;
  /** Milliseconds until a list of all slices has come, and until a streaming one has. */
  readonly listMs: number;
  readonly streamMs: number;
  /** Milliseconds from an endpoint's change to its event, in the median, and of processor time. */
  readonly changeMs: number;
  readonly changeCpuMs: number;
  /** Milliseconds from a change of the node's label to the last of the events, in the median, and of processor time. */
  readonly flipMs: number;
  readonly flipCpuMs: number;
  readonly events: number;
  /** Resident bytes after the start, and at the end. */
  readonly startMemory: number;
  readonly endMemory: number;
}

/** Measures the wrapper with so many Services. */
export async function benchEdge(services: number, changes: number, flips: number): Promise<EdgeMeasure> {
  const dir = mkdtempSync(join(tmpdir(), "fairway-bench-"));
  const server = clusterServer(services);
  const kubeconfig = join(dir, "kubeconfig");
  writeFileSync(kubeconfig, kubeconfigOf(await server.listen()));
  const begin = performance.now();
  const flags = ["--node-name", "node-0", "--kubeconfig", kubeconfig, "--cache-dir", join(dir, "cache")];
  const edge = await startEdge([...flags, "--log-level", "warn"]);
  const startMs = performance.now() - begin;
  const pid = edge.process.pid ?? 0;
  try {
    const startMemory = residentMemory(pid).now;
    const slices = `${edge.addresses.get("edge")}/apis/discovery.k8s.io/v1/endpointslices`;
    const listMs = await timed(() => wholeAnswer(slices));
    const opened = performance.now();
    const watch = await CountingWatch.open(slices);
    if (watch.count <= services) await watch.more(services + 1 - watch.count);
    const streamMs = performance.now() - opened;
    await diskAtRest(edge.addresses.get("http") ?? "");
    const change = await repeated(pid, changes, async (i) => {
      // The first endpoint of these is on the node itself.
      const service = (i * endpointsPerService) % services;
      const told = watch.more(1);
      server.send(
        "endpointslices",
        "MODIFIED",
        sliceObject(service, Math.floor((i * endpointsPerService) / services) % 2 === 1),
      );
      await told;
    });
    const flip = await repeated(pid, flips, async (i) => {
      const told = watch.more(services);
      server.send("nodes", "MODIFIED", nodeObject(0, (i + 1) % 2));
      await told;
    });
    const events = watch.count;
    watch.close();
    return {
      services,
      endpoints: services * endpointsPerService,
      startMs,
      listMs,
      streamMs,
      changeMs: change.ms,
      changeCpuMs: change.cpu,
      flipMs: flip.ms,
      flipCpuMs: flip.cpu,
      events,
      startMemory,
      endMemory: residentMemory(pid).now,
    };
  } finally {
    await edge.kill();
    await server.close();
    rmSync(dir, { recursive: true });
  }
}

/** Milliseconds in the median, and of the process's processor time for each. */
async function repeated(
  pid: number,
  count: number,
  run: (i: number) => Promise<void>,
): Promise<{ ms: number; cpu: number }> {
  const cpu = cpuMs(pid);
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await timed(() => run(i)));
  return { ms: times.sort((a, b) => a - b)[count >> 1] ?? 0, cpu: (cpuMs(pid) - cpu) / count };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

async function wholeAnswer(url: string): Promise<number> {
  const [response] = (await once(get(url, { agent: false }), "response")) as [IncomingMessage];
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  return length;
}

/** What the first list brought is written to disk meanwhile, which is not what is measured. */
async function diskAtRest(pages: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${pages}/metrics`)).text();
    if (/^fairway_edge_cache_pending 0$/m.test(metrics)) return;
    await sleep(100);
  }
}

function kubeconfigOf(server: string): string {
  const named = {
    clusters: [{ name: "c", cluster: { server } }],
    contexts: [{ name: "c", context: { cluster: "c" } }],
  };
  return JSON.stringify({ apiVersion: "v1", kind: "Config", ...named, "current-context": "c" });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { output: { type: "string", short: "o" } } });
  const sizes = [
    { services: 1000, changes: 400, flips: 100 },
    { services: 10_000, changes: 400, flips: 10 },
  ];
  const measures: EdgeMeasure[] = [];
  for (const { services, changes, flips } of sizes) {
    measures.push(await benchEdge(services, changes, flips));
    console.error(`measured with ${services} services`);
  }
  if (values.output === "json") console.log(JSON.stringify({ edge: measures }));
  else {
    const rows: readonly (readonly [string, (m: EdgeMeasure) => string])[] = [
      ["services", ({ services }) => String(services)],
      ["endpoints", ({ endpoints }) => String(endpoints)],
      ["start until clients are served, ms", ({ startMs }) => startMs.toFixed(0)],
      ["first list of all slices, ms", ({ listMs }) => listMs.toFixed(0)],
      ["first streaming list, ms", ({ streamMs }) => streamMs.toFixed(0)],
      ["an endpoint's change to its event, ms", ({ changeMs }) => changeMs.toFixed(2)],
      ["  processor time, ms", ({ changeCpuMs }) => changeCpuMs.toFixed(2)],
      ["the node's label to the last event, ms", ({ flipMs }) => flipMs.toFixed(0)],
      ["  processor time, ms", ({ flipCpuMs }) => flipCpuMs.toFixed(0)],
      ["events to one client", ({ events }) => String(events)],
      ["resident memory after the start, MB", ({ startMemory }) => (startMemory / 1e6).toFixed(0)],
      ["resident memory at the end, MB", ({ endMemory }) => (endMemory / 1e6).toFixed(0)],
    ];
    for (const [title, cell] of rows) {
      console.log(`${title.padEnd(44)}${measures.map((measure) => cell(measure).padStart(12)).join("")}`);
    }
  }
}
