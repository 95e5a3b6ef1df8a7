import type { BenchChange, BenchForm, BenchPlan } from "../../src/main/bench/bench-plan.ts";
import type { Arrival, Traffic, XdsType } from "./fleet.ts";
import type { TargetName } from "./target.ts";

/** All sidecars connecting at once, or a change. */
export type StepName = "connect" | BenchChange;

/** One step, made once. */
export interface Measure extends Arrival {
  /** Milliseconds until the API had taken the last write. */
  readonly writeMs: number;
  /** Milliseconds of the server's processor time, until it has come to rest. */
  readonly cpuMs: number;
  /** The same of the sidecars. */
  readonly fleetCpuMs: number;
  /** The server's resident memory at its highest, in bytes. */
  readonly peak: number;
  /** Bytes of all responses. */
  readonly bytes: number;
  readonly traffic: Traffic;
}

/** One step of one server, in all its rounds. */
export interface Step {
  readonly server: TargetName;
  readonly step: StepName;
  readonly form: BenchForm;
  readonly proxies: number;
  readonly services: number;
  /** Objects that changed at once. */
  readonly size: number;
  readonly rounds: readonly Measure[];
}

/** What the sidecars of one server had in the end, on average. */
export interface Holding {
  readonly server: TargetName;
  readonly form: BenchForm;
  readonly proxies: number;
  readonly services: number;
  readonly resources: Readonly<Record<XdsType, number>>;
}

/** Where and with what it was measured. */
export interface Surroundings {
  readonly cores: number;
  readonly processor: string;
  /** Bytes. */
  readonly memory: number;
  readonly system: string;
  /** The machine's load over one minute, before and after: other work makes times longer. */
  readonly load: readonly [number, number];
  /** By program. */
  readonly versions: Readonly<Record<string, string>>;
}

/** A whole run. */
export interface PushResults {
  /** When it began, in ISO 8601. */
  readonly at: string;
  /** Seconds that it took. */
  readonly seconds: number;
  readonly plan: BenchPlan;
  readonly surroundings: Surroundings;
  readonly steps: readonly Step[];
  readonly holdings: readonly Holding[];
}
