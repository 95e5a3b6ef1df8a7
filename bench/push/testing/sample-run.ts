import type { Measure, PushResults, Step } from "../results.ts";

const byType = (value: number) => ({ CDS: value, EDS: 0, LDS: 0, RDS: 0 });

/** One measure of which all figures are multiples of `value`, for tests. */
export function sampleMeasure(value: number): Measure {
  return {
    expected: 10,
    reached: 10,
    medianMs: value / 2,
    lastMs: value,
    writeMs: 1,
    cpuMs: 2 * value,
    fleetCpuMs: 1,
    peak: value * 1e6,
    bytes: value * 1e5,
    traffic: { messages: byType(1), bytes: byType(value), resources: byType(1), refused: 0 },
  };
}

/** A step with a round for each value, for tests. */
export function sampleStep(step: Partial<Step>, ...values: readonly number[]): Step {
  return {
    server: "fairway",
    step: "virtualservice",
    form: "delta",
    proxies: 100,
    services: 1000,
    size: 1,
    rounds: values.map(sampleMeasure),
    ...step,
  };
}

/** A run of these steps, for tests. */
export function sampleRun(steps: readonly Step[]): PushResults {
  return {
    at: "2026-01-02T03:04:05.000Z",
    seconds: 60,
    plan: {
      proxies: [100],
      services: [1000],
      forms: ["delta"],
      changes: ["virtualservice"],
      sizes: [1],
      rounds: 3,
      churnSeconds: 5,
      output: "table",
    },
    surroundings: {
      cores: 2,
      processor: "Some CPU",
      memory: 8e9,
      system: "Linux 6",
      load: [0.5, 1.5],
      versions: { fairway: "0.1.0", node: "v24.0.0" },
    },
    steps,
    holdings: [],
  };
}
