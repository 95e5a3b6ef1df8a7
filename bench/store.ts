/**
 * The embedded store beside plain SQLite (`node:sqlite`, durable commits) on the same disk in the same run. Alone:
 * `node bench/store.ts [-o json]`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEmbeddedStore } from "../src/store/index.ts";
import { benchKinds, route, routeKind } from "./store-objects.ts";
import { SqliteObjects } from "./store-sqlite.ts";

/** One thing that was measured of both. */
export interface StoreMeasure {
  readonly name: string;
  readonly unit: string;
  readonly fairway: number;
  readonly sqlite: number;
  /** How many times better Fairway is; below 1 it is worse. */
  readonly ratio: number;
}

interface Timed {
  /** Creates per second. */
  readonly rate: number;
  /** Microseconds of processor time, of all threads, for each create. */
  readonly cpu: number;
  /** Percent of the time in which the event loop could do nothing else. */
  readonly busy: number;
}

/** Measures everything. `objects` is how many the large store holds. */
export async function benchStore(objects = 100_000): Promise<readonly StoreMeasure[]> {
  const directory = mkdtempSync(join(tmpdir(), "fairway-bench-"));
  try {
    return [...(await benchCreates(directory)), ...(await benchOpening(directory, objects))];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function benchCreates(directory: string): Promise<StoreMeasure[]> {
  const measures: StoreMeasure[] = [];
  const journal = await betterJournal(directory);
  for (const { writers, count } of [
    { writers: 1, count: 2000 },
    { writers: 8, count: 8000 },
    { writers: 64, count: 40_000 },
  ]) {
    // Turn by turn, so that a change in the machine's mood meets both.
    const fairway: Timed[] = [];
    const sqlite: Timed[] = [];
    for (let round = 0; round < 5; round++) {
      const at = join(directory, `creates-${writers}-${round}`);
      fairway.push(await createEmbedded(at, writers, count));
      sqlite.push(await createSqlite(`${at}.db`, journal, writers, Math.min(count, 4000)));
    }
    const [ours, theirs] = [median(fairway), median(sqlite)];
    const name = `durable creates, ${writers} writer${writers > 1 ? "s" : ""}`;
    measures.push(measure(name, "per second", ours.rate, theirs.rate, "more"));
    measures.push(measure("  processor time for each", "µs", ours.cpu, theirs.cpu, "less"));
    measures.push(measure("  event loop busy meanwhile", "%", ours.busy, theirs.busy, "less"));
  }
  return measures;
}

/** Which of SQLite's ways to commit durably is the faster one here. */
async function betterJournal(directory: string): Promise<"WAL" | "DELETE"> {
  const wal = await createSqlite(join(directory, "wal.db"), "WAL", 1, 300);
  const rollback = await createSqlite(join(directory, "rollback.db"), "DELETE", 1, 300);
  return wal.rate >= rollback.rate ? "WAL" : "DELETE";
}

async function createEmbedded(directory: string, writers: number, count: number): Promise<Timed> {
  const { store } = await openEmbeddedStore({ directory, kinds: () => benchKinds });
  const timed = await timeCreates(writers, count, (i) => store.create(route(`route-${i}`, i)));
  await store.close();
  return timed;
}

async function createSqlite(path: string, journal: "WAL" | "DELETE", writers: number, count: number): Promise<Timed> {
  const database = new SqliteObjects(path, journal);
  const timed = await timeCreates(writers, count, async (i) => database.create(route(`route-${i}`, i)));
  database.close();
  return timed;
}

async function timeCreates(writers: number, count: number, create: (i: number) => Promise<unknown>): Promise<Timed> {
  let next = 0;
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const started = performance.now();
  const writer = async () => {
    while (next < count) await create(next++);
  };
  await Promise.all(Array.from({ length: writers }, writer));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const busy = 100 * performance.eventLoopUtilization(loop).utilization;
  return { rate: count / seconds, cpu: (user + system) / count, busy };
}

async function benchOpening(directory: string, objects: number): Promise<StoreMeasure[]> {
  const data = join(directory, "large");
  const database = join(directory, "large.db");
  const { store } = await openEmbeddedStore({ directory: data, kinds: () => benchKinds });
  await timeCreates(1000, objects, (i) => store.create(route(`route-${i}`, i)));
  const { items } = await store.list(routeKind, "");
  await store.close();
  const sqlite = new SqliteObjects(database, "WAL");
  sqlite.load(items);
  sqlite.close();
  const fairway = Array.from({ length: 3 }, () => openInProcess("embedded", data));
  const plain = Array.from({ length: 3 }, () => openInProcess("sqlite", database));
  const best = (runs: readonly Opened[], pick: (run: Opened) => number) => Math.min(...runs.map(pick));
  const both = (name: string, unit: string, pick: (run: Opened) => number) =>
    measure(name, unit, best(fairway, pick), best(plain, pick), "less");
  return [
    both(`open with ${objects} objects`, "ms", (run) => run.ms),
    both("  heap for each object", "bytes", (run) => run.heap / run.count),
    both("  resident memory for each object", "bytes", (run) => run.rss / run.count),
  ];
}

interface Opened {
  readonly ms: number;
  readonly count: number;
  readonly rss: number;
  readonly heap: number;
}

function openInProcess(type: "embedded" | "sqlite", path: string): Opened {
  const program = join(import.meta.dirname, "store-open.ts");
  return JSON.parse(
    execFileSync(process.execPath, ["--expose-gc", program, type, path], { encoding: "utf8" }),
  ) as Opened;
}

function median(runs: readonly Timed[]): Timed {
  const middle = (pick: (run: Timed) => number) => runs.map(pick).sort((a, b) => a - b)[runs.length >> 1] ?? 0;
  return { rate: middle((run) => run.rate), cpu: middle((run) => run.cpu), busy: middle((run) => run.busy) };
}

function measure(name: string, unit: string, fairway: number, sqlite: number, better: "more" | "less"): StoreMeasure {
  return { name, unit, fairway, sqlite, ratio: better === "more" ? fairway / sqlite : sqlite / fairway };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { output: { type: "string", short: "o" }, objects: { type: "string" } } });
  const measures = await benchStore(values.objects === undefined ? undefined : Number(values.objects));
  if (values.output === "json") console.log(JSON.stringify({ store: measures }));
  else {
    const number = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0)).padStart(10);
    console.log(`${"".padEnd(36)}${"Fairway".padStart(10)}${"SQLite".padStart(10)}${"ratio".padStart(8)}`);
    for (const { name, unit, fairway, sqlite, ratio } of measures) {
      console.log(
        `${name.padEnd(36)}${number(fairway)}${number(sqlite)}${`${ratio.toFixed(2)}×`.padStart(8)}  ${unit}`,
      );
    }
  }
}
