import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isFault } from "../../src/base/fault.ts";
import { Random } from "../../src/base/testing/random.ts";
import { openEmbeddedStore, type VersionedStore } from "../../src/store/index.ts";
import { gadgets, testKinds } from "../../src/store/testing/test-kinds.ts";
import { Expectations } from "./store-notes.ts";

/** What a torture found; all of it must be zero that says something was lost or came back. */
export interface TortureReport {
  readonly cycles: number;
  readonly seed: number;
  /** Writes that were acknowledged over all cycles. */
  readonly acked: number;
  /** Acknowledged writes whose effect was missing after a restart. */
  readonly lost: number;
  /** Objects that were there although their deletion was acknowledged, or that nobody had written. */
  readonly resurrected: number;
  /** How often the newest revision was below one that was known before. */
  readonly revisionRegressions: number;
  /** How often a watch over the restart did not lead to the state that was listed. */
  readonly watchDivergences: number;
  /** Restarts that had to cut off the remains of an interrupted commit. */
  readonly torn: number;
  readonly reopenP50Ms: number;
  readonly reopenP99Ms: number;
}

/** Kills a writing process with SIGKILL at random moments, over and over, and looks each time what is left. */
export async function tortureStore(cycles: number, seed: number): Promise<TortureReport> {
  const directory = mkdtempSync(join(tmpdir(), "fairway-torture-"));
  try {
    return await runCycles(directory, cycles, seed);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runCycles(directory: string, cycles: number, seed: number): Promise<TortureReport> {
  const random = new Random(seed);
  const expectations = new Expectations();
  const data = join(directory, "data");
  const findings = { lost: 0, resurrected: 0, revisionRegressions: 0, watchDivergences: 0, torn: 0 };
  const reopenTimes: number[] = [];
  let before: Snapshot | undefined;
  for (let cycle = 0; cycle < cycles; cycle++) {
    const notes = join(directory, `notes-${cycle}`);
    await runAndKill([data, notes, String(seed * 100_003 + cycle)], join(directory, "compiled"), random);
    if (existsSync(notes)) expectations.read(notes);
    rmSync(notes, { force: true });
    const started = performance.now();
    const { store, recovered } = await openEmbeddedStore({ directory: data, kinds: () => testKinds });
    reopenTimes.push(performance.now() - started);
    const found = await snapshot(store);
    findings.torn += recovered ? 1 : 0;
    findings.revisionRegressions += found.revision < Math.max(expectations.revision, before?.revision ?? 0) ? 1 : 0;
    findings.lost += countLost(expectations, found.values);
    findings.resurrected += countResurrected(expectations, found.values);
    findings.watchDivergences += before && !(await watchLeadsTo(store, before, found)) ? 1 : 0;
    await store.close();
    expectations.settle(found.values);
    before = found;
  }
  reopenTimes.sort((a, b) => a - b);
  const percentile = (share: number) => Number((reopenTimes[Math.floor(share * reopenTimes.length)] ?? 0).toFixed(1));
  const acked = expectations.acknowledgements;
  return { cycles, seed, acked, ...findings, reopenP50Ms: percentile(0.5), reopenP99Ms: percentile(0.99) };
}

async function runAndKill(args: readonly string[], compileCache: string, random: Random): Promise<void> {
  const program = join(import.meta.dirname, "store-writer.ts");
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  // Mostly while it writes; now and then while it still opens the store.
  if (random.chance(0.9)) await Promise.race([once(child.stdout, "data"), exited]);
  await new Promise((resolve) => setTimeout(resolve, random.below(120)));
  if (child.exitCode !== null) throw new Error(`the writer ended by itself with ${child.exitCode}`);
  child.kill("SIGKILL");
  await exited;
}

interface Snapshot {
  readonly revision: number;
  readonly values: ReadonlyMap<string, number>;
}

async function snapshot(store: VersionedStore): Promise<Snapshot> {
  const { items, resourceVersion } = await store.list(gadgets, "");
  const value = (spec: unknown) => (spec as { value: number }).value;
  return {
    revision: Number(resourceVersion),
    values: new Map(items.map((item) => [item.metadata.name ?? "", value(item.spec)])),
  };
}

function countLost(expectations: Expectations, found: ReadonlyMap<string, number>): number {
  let lost = 0;
  for (const [name, { acknowledged, underWay }] of expectations.objects) {
    const value = found.get(name) ?? null;
    if (value === acknowledged || underWay.includes(value)) continue;
    // The counter may be beyond what was noted, by as many steps as were under way.
    const ahead = name === "counter" ? (value ?? 0) - (acknowledged ?? 0) : -1;
    if (acknowledged !== null && (ahead < 0 || ahead > underWay.length)) lost += 1;
  }
  return lost;
}

function countResurrected(expectations: Expectations, found: ReadonlyMap<string, number>): number {
  let resurrected = 0;
  for (const [name, value] of found) {
    const expected = expectations.objects.get(name);
    if (!expected || (expected.acknowledged === null && !expected.underWay.includes(value))) resurrected += 1;
  }
  return resurrected;
}

/** Whether the state before the cycle and what a watch tells since give the state after it. */
async function watchLeadsTo(store: VersionedStore, before: Snapshot, after: Snapshot): Promise<boolean> {
  const values = new Map(before.values);
  const watch = store.watch({ from: String(before.revision), types: [gadgets] });
  try {
    while (Number(watch.resourceVersion) < after.revision) {
      for (const { type, resource } of (await watch.next()) ?? []) {
        const name = resource.metadata.name ?? "";
        if (type === "DELETED") values.delete(name);
        else values.set(name, (resource.spec as { value: number }).value);
      }
    }
  } catch (fault) {
    // Compacted meanwhile: a client would list again.
    return isFault(fault, "Expired");
  } finally {
    watch.close();
  }
  return values.size === after.values.size && [...values].every(([name, value]) => after.values.get(name) === value);
}
