import { BenchClient, type BenchRequest } from "./http-client.ts";
import { measuredFairway } from "./http-servers.ts";

/** What one request costs with few and with many objects in the store. */
export interface GrowthMeasure {
  readonly name: string;
  /** Milliseconds of the server's processor time for each request. */
  readonly few: number;
  readonly many: number;
}

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = 5;

const map = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { key: name } });

/** Measures Fairway alone: get, create, and a page of a list must not cost more when there are more objects. */
export async function benchGrowth(few = 1000, many = 100_000): Promise<readonly GrowthMeasure[]> {
  const api = await measuredFairway();
  const client = new BenchClient(api.access, 4);
  try {
    const fill = (from: number, to: number) => client.rate(to - from, 32, (i) => create(`f${from + i}`));
    await fill(0, few);
    const before = await costs(client, api.cpuMs, few, "few");
    await fill(few, many);
    const after = await costs(client, api.cpuMs, many, "many");
    return before.map(({ name, cost }, i) => ({ name, few: cost, many: after[i]?.cost ?? 0 }));
  } finally {
    client.close();
    await api.stop();
  }
}

const create = (name: string): BenchRequest => ({ method: "POST", path: maps, body: map(name) });

async function costs(client: BenchClient, cpuMs: () => number, objects: number, label: string) {
  const get = (i: number): BenchRequest => ({ method: "GET", path: `${maps}/f${(i * 7919) % objects}` });
  const steps = [
    { name: "get", count: 1000, make: get },
    { name: "page of 100", count: 200, make: (): BenchRequest => ({ method: "GET", path: `${maps}?limit=100` }) },
    { name: "create", count: 1000, make: (i: number, round: number) => create(`${label}-${round}-${i}`) },
  ];
  const spent = steps.map((): number[] => []);
  // The first round is for the compiler.
  for (let round = 0; round <= rounds; round++) {
    for (const [s, { count, make }] of steps.entries()) {
      const begun = cpuMs();
      await client.rate(count, 16, (i) => make(i, round));
      if (round > 0) spent[s]?.push((cpuMs() - begun) / count);
    }
  }
  return steps.map(({ name }, s) => ({ name, cost: median(spent[s] ?? []) }));
}

/** The middle one of some values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
