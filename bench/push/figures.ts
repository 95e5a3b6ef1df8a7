import type { Measure, PushResults, Step } from "./results.ts";
import type { TargetName } from "./target.ts";

/** What is compared, and how it is shown. */
export const figureNames = ["lastMs", "cpuMs", "bytes", "peak"] as const;
export type FigureName = (typeof figureNames)[number];

/** One value for each figure. */
export type Figures = Readonly<Record<FigureName, number>>;

/** How each figure is called, and in which unit. */
export const figureTitles: Readonly<
  Record<FigureName, { readonly title: string; readonly unit: string; readonly scale: number }>
> = {
  lastMs: { title: "last ACK", unit: "ms", scale: 1 },
  cpuMs: { title: "CPU", unit: "ms", scale: 1 },
  bytes: { title: "sent", unit: "MB", scale: 1e6 },
  peak: { title: "peak", unit: "MB", scale: 1e6 },
};

/** A step under the same conditions, of each server that took part. */
export interface ComparedStep {
  readonly step: Step["step"];
  readonly form: Step["form"];
  readonly proxies: number;
  readonly services: number;
  readonly size: number;
  /** Medians of the rounds. */
  readonly servers: Readonly<Partial<Record<TargetName, Figures>>>;
  /** Fairway's as a multiple of the peer's: medians of what each round gave. Below 1 it is less. Absent without a peer. */
  readonly ratios?: Figures;
  /** Sidecars that never had the change, by server, at the worst. */
  readonly missed: Readonly<Partial<Record<TargetName, number>>>;
  /** Streams that were turned away or ended, by server, at the worst. */
  readonly refused: Readonly<Partial<Record<TargetName, number>>>;
}

/** Sets the servers side by side, step by step, in the order of the run. */
export function comparedSteps({ steps }: Pick<PushResults, "steps">): readonly ComparedStep[] {
  const key = ({ step, form, proxies, services, size }: Step) => JSON.stringify([step, form, proxies, services, size]);
  return [...Map.groupBy(steps, key).values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [compared(first, all)];
  });
}

function compared({ step, form, proxies, services, size }: Step, all: readonly Step[]): ComparedStep {
  const [ours, theirs] = (["fairway", "istiod"] as const).map((name) => all.find(({ server }) => server === name));
  const worst = (count: (round: Measure) => number) => {
    const counts = all.map(({ server, rounds }) => [server, Math.max(...rounds.map(count))] as const);
    return Object.fromEntries(counts.filter(([, number]) => number > 0));
  };
  return {
    ...{ step, form, proxies, services, size },
    servers: Object.fromEntries(all.map(({ server, rounds }) => [server, mediansOf(rounds)])),
    ...(ours && theirs && { ratios: ratiosOf(ours.rounds, theirs.rounds) }),
    missed: worst(({ expected, reached }) => expected - reached),
    refused: worst(({ traffic }) => traffic.refused),
  };
}

function mediansOf(rounds: readonly Measure[]): Figures {
  return eachFigure((name) => median(rounds.map((round) => round[name])));
}

function ratiosOf(ours: readonly Measure[], theirs: readonly Measure[]): Figures {
  return eachFigure((name) => median(ours.map((round, i) => round[name] / (theirs[i]?.[name] ?? Number.NaN))));
}

/** A value for each figure. */
export function eachFigure(value: (name: FigureName) => number): Figures {
  const entries = figureNames.map((name) => [name, value(name)] as const);
  return Object.fromEntries(entries) as Record<FigureName, number>;
}

/** The middle one; of an even number the lower of both. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? Number.NaN;
}
