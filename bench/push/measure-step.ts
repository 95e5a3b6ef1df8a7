import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { cpuMs, forgetPeak, residentMemory } from "../process-cost.ts";
import type { MarkedChange } from "./changes.ts";
import { addressOf, markedChange } from "./changes.ts";
import type { Arrival, Fleet, Traffic } from "./fleet.ts";
import type { Measure } from "./results.ts";
import { slice } from "./sample-mesh.ts";
import type { SimulatedSidecar } from "./sidecars.ts";
import type { Target } from "./target.ts";

/** How long a step may take, in milliseconds; a step that takes longer is told with the sidecars that were reached. */
const limits = { connect: 15 * 60_000, change: 5 * 60_000 };
/** Milliseconds without a message after which a step is over. */
const quietMs = 1000;
/** Endpoint changes a second in a churn. */
export const churnRate = 50;

/** One server with its sidecars. */
export interface Lane {
  readonly target: Target;
  readonly fleet: Fleet;
}

/** All sidecars connect at once. */
export function measureConnect(
  lane: Lane,
  how: { readonly delta: boolean; readonly sidecars: readonly SimulatedSidecar[] },
): Promise<Measure> {
  const { target, fleet } = lane;
  return measured(lane, limits.connect, async () => {
    return { writeMs: 0, arrival: await fleet.connect({ address: target.xds, limitMs: limits.connect, ...how }) };
  });
}

/** One change. */
export function measureChange(lane: Lane, change: MarkedChange): Promise<Measure> {
  const { target, fleet } = lane;
  return measured(lane, limits.change, async () => {
    await fleet.watch(change);
    const begun = performance.now();
    await change.write(target.client);
    const writeMs = performance.now() - begun;
    return { writeMs, arrival: await fleet.wait(limits.change) };
  });
}

/** Many changes of endpoints, evenly over some seconds. Times run from the last of them. */
export function measureChurn(
  lane: Lane,
  churn: { readonly number: number; readonly services: number; readonly seconds: number },
): Promise<Measure> {
  const { target, fleet } = lane;
  const { number, services, seconds } = churn;
  return measured(lane, limits.change, async () => {
    const last = markedChange.endpoints({ number, size: 1, services });
    await fleet.watch(last);
    const begun = performance.now();
    const writes: Promise<void>[] = [];
    for (let i = 0; i < churnRate * seconds - 1; i++) {
      await sleep(Math.max(0, begun + (i * 1000) / churnRate - performance.now()));
      writes.push(target.client.merge(slice((number + i) % services, addressOf(400_000 + number * 500 + i))));
    }
    await Promise.all(writes);
    const before = performance.now() - begun;
    await last.write(target.client);
    const writeMs = performance.now() - begun - before;
    const arrival = await fleet.wait(limits.change);
    const since = (ms: number) => Math.max(0, ms - before);
    return { writeMs, arrival: { ...arrival, medianMs: since(arrival.medianMs), lastMs: since(arrival.lastMs) } };
  });
}

interface Done {
  readonly writeMs: number;
  readonly arrival: Arrival;
}

async function measured({ target, fleet }: Lane, limitMs: number, act: () => Promise<Done>): Promise<Measure> {
  forgetPeak(target.pid);
  const before = { server: cpuMs(target.pid), fleet: fleet.cpuMs() };
  const { writeMs, arrival } = await act();
  // What a server does after the last acknowledgement is its cost too.
  const traffic = await untilQuiet({ target, fleet }, limitMs);
  return {
    ...arrival,
    writeMs,
    cpuMs: cpuMs(target.pid) - before.server,
    fleetCpuMs: fleet.cpuMs() - before.fleet,
    peak: residentMemory(target.pid).peak,
    bytes: Object.values(traffic.bytes).reduce((sum, each) => sum + each, 0),
    traffic,
  };
}

/** Waits until a server neither sends anything nor is about to: between two messages it may have to wait for a processor. */
async function untilQuiet({ target, fleet }: Lane, limitMs: number): Promise<Traffic> {
  for (;;) {
    const { messages } = await fleet.quiet(quietMs, limitMs);
    await untilIdle(target);
    const traffic = await fleet.quiet(0, 0);
    if (isDeepStrictEqual(traffic.messages, messages)) return traffic;
  }
}

/** Waits until a server does nothing to speak of, for at most half a minute. */
export async function untilIdle({ pid }: Pick<Target, "pid">): Promise<void> {
  for (let left = 60; left > 0; left--) {
    const before = cpuMs(pid);
    await sleep(500);
    if (cpuMs(pid) - before < 25) return;
  }
}
