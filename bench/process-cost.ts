import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Resident memory of a process in bytes. */
export interface ResidentMemory {
  readonly now: number;
  /** At the highest since the start or the last `forgetPeak`. */
  readonly peak: number;
}

/** Milliseconds of processor time of all threads that a process has, which the kernel counts in nanoseconds. */
export function cpuMs(pid: number): number {
  const spent = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

export function residentMemory(pid: number): ResidentMemory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
  return { now: field("VmRSS"), peak: field("VmHWM") };
}

/** From now on the peak is that of what comes. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
