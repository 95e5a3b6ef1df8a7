import type { Call } from "./call.ts";

/** Whose calls are counted together. */
export type Lane = Pick<Call, "from" | "to" | "version" | "mirrored">;

/** What became of the calls of a lane within the window. */
export interface LaneFigures extends Lane {
  readonly perSecond: number;
  /** Part of the service's calls that came here, mirrored ones left out: 0 to 1. */
  readonly share: number;
  /** Part that succeeded: 0 to 1; undefined without calls. */
  readonly success: number | undefined;
  /** Milliseconds; undefined without calls. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
}

export interface TallyOptions {
  /** Lanes that are shown also while nothing is on them, in the order in which they are shown. */
  readonly lanes: readonly Lane[];
  /** Milliseconds that figures look back. Default: 5000. */
  readonly window?: number;
  /** Calls that are remembered at most. Default: 50,000. */
  readonly limit?: number;
  /** When counting began, on the clock of the calls. */
  readonly start: number;
}

/** Counts calls over the last seconds. */
export class Tally {
  readonly #lanes: readonly Lane[];
  readonly #window: number;
  readonly #limit: number;
  readonly #start: number;
  #calls: Call[] = [];

  constructor({ lanes, window = 5000, limit = 50_000, start }: TallyOptions) {
    this.#lanes = lanes;
    this.#window = window;
    this.#limit = limit;
    this.#start = start;
  }

  add(call: Call): void {
    this.#calls.push(call);
    if (this.#calls.length > this.#limit) this.#calls = this.#calls.slice(-this.#limit / 2);
  }

  /** The figures of every lane, for the window that ends now. */
  figures(now: number): readonly LaneFigures[] {
    this.#calls = this.#calls.filter(({ at }) => at > now - this.#window);
    const seconds = Math.max(1, Math.min(this.#window, now - this.#start)) / 1000;
    const byLane = Map.groupBy(this.#calls, laneName);
    const totals = new Map<string, number>();
    for (const { to, mirrored } of this.#calls) if (!mirrored) totals.set(to, (totals.get(to) ?? 0) + 1);
    return this.#shown(byLane).map((lane) => figuresOf(lane, byLane.get(laneName(lane)) ?? [], seconds, totals));
  }

  /** The known lanes, each service's followed by those that turned up. */
  #shown(byLane: ReadonlyMap<string, readonly Call[]>): readonly Lane[] {
    const known = new Set(this.#lanes.map(laneName));
    const others = [...byLane].filter(([name]) => !known.has(name)).flatMap(([, [call]]) => call ?? []);
    const services = [...new Set([...this.#lanes, ...others].map(({ to }) => to))];
    return services.flatMap((service) => [
      ...this.#lanes.filter(({ to }) => to === service),
      ...others.filter(({ to }) => to === service).sort((a, b) => (laneName(a) < laneName(b) ? -1 : 1)),
    ]);
  }
}

function figuresOf(
  { from, to, version, mirrored }: Lane,
  calls: readonly Call[],
  seconds: number,
  totals: ReadonlyMap<string, number>,
): LaneFigures {
  const latencies = calls.map(({ latency }) => latency).sort((a, b) => a - b);
  const { length } = calls;
  return {
    ...{ from, to, version, mirrored },
    perSecond: length / seconds,
    share: mirrored ? 0 : length / (totals.get(to) ?? 1),
    success: length === 0 ? undefined : calls.filter(({ ok }) => ok).length / length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/** The smallest value that so large a part of all does not exceed. */
function quantile(sorted: readonly number[], part: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}

function laneName({ from, to, version, mirrored }: Lane): string {
  return `${from} ${to} ${version} ${mirrored}`;
}
