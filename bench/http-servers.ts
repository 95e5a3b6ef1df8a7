import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEtcd } from "../test/peers/etcd.ts";
import { startKubeApiserver } from "../test/peers/kube-apiserver.ts";
import { accessOf, type KubeAccess } from "../test/peers/kube-client.ts";
import { startFairway } from "../test/tools/fairway.ts";
import { compileSources } from "./compile-sources.ts";
import { cpuMs, residentMemory } from "./process-cost.ts";

/** An API server with its store, as processes of their own. */
export interface MeasuredApi {
  readonly access: KubeAccess;
  /** Milliseconds from the start of its processes until it was ready. */
  readonly startMs: number;
  /** Resident memory of all its processes, in bytes. */
  memory(): number;
  /** Milliseconds of processor time that all its processes have had. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** Fairway with a new data directory, as `./fairway up` starts it on every day but the first. */
export async function measuredFairway(): Promise<MeasuredApi> {
  const dir = mkdtempSync(join(tmpdir(), "fairway-bench-"));
  await compileSources(join(dir, "first"));
  const begun = performance.now();
  const running = await startFairway(join(dir, "data"));
  const startMs = performance.now() - begun;
  return {
    access: await accessOf(running.addresses.get("kubeconfig") ?? ""),
    startMs,
    memory: () => residentMemory(running.process.pid ?? 0).now,
    cpuMs: () => cpuMs(running.process.pid ?? 0),
    async stop() {
      await running.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The real kube-apiserver on an etcd that writes through to the disk. */
export async function measuredKubernetes(): Promise<MeasuredApi> {
  const dir = mkdtempSync(join(tmpdir(), "fairway-bench-"));
  mkdirSync(join(dir, "data"), { recursive: true });
  const begun = performance.now();
  const etcd = await startEtcd(dir, { durable: true });
  const apiserver = await startKubeApiserver(dir, etcd.url);
  const startMs = performance.now() - begun;
  return {
    access: apiserver.access,
    startMs,
    memory: () => residentMemory(etcd.pid).now + residentMemory(apiserver.pid).now,
    cpuMs: () => cpuMs(etcd.pid) + cpuMs(apiserver.pid),
    async stop() {
      await apiserver.stop();
      await etcd.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
