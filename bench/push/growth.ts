import { type ComparedStep, eachFigure, type Figures } from "./figures.ts";
import type { TargetName } from "./target.ts";

/** Along what costs grow. */
export const growthAxes = ["proxies", "services", "size"] as const;
export type GrowthAxis = (typeof growthAxes)[number];

/** How each axis is called. */
export const axisTitles: Readonly<Record<GrowthAxis, string>> = {
  proxies: "sidecars",
  services: "services",
  size: "objects changed at once",
};

/** One step of one server, measured at several places of an axis with all else equal. */
export interface Growth {
  readonly axis: GrowthAxis;
  readonly server: TargetName;
  readonly step: ComparedStep["step"];
  readonly form: ComparedStep["form"];
  readonly points: readonly { readonly at: number; readonly figures: Figures }[];
  /**
   * By which power of the axis each figure has grown from the first point to the last: 0 not at all, 1 as fast as the
   * axis, 2 as its square.
   */
  readonly powers: Figures;
}

/** All that was measured at more than one place of an axis; of the other axes the place that has most points. */
export function growthsOf(steps: readonly ComparedStep[]): readonly Growth[] {
  return growthAxes.flatMap((axis) => {
    const others = growthAxes.filter((each) => each !== axis);
    const key = (step: ComparedStep) => JSON.stringify([step.step, step.form, ...others.map((each) => step[each])]);
    const lines = [...Map.groupBy(steps, key).values()].filter((line) => line.length > 1);
    return lines.flatMap((line) =>
      linesOfServers(
        axis,
        line.toSorted((a, b) => a[axis] - b[axis]),
      ),
    );
  });
}

function linesOfServers(axis: GrowthAxis, line: readonly ComparedStep[]): readonly Growth[] {
  return (["fairway", "istiod"] as const).flatMap((server) => {
    const points = line.flatMap((each) => {
      const figures = each.servers[server];
      return figures ? [{ at: each[axis], figures }] : [];
    });
    const [[step], first, last] = [line, points[0], points.at(-1)];
    if (!step || !first || !last || first.at === last.at) return [];
    const powers = eachFigure(
      (name) => Math.log(last.figures[name] / first.figures[name]) / Math.log(last.at / first.at),
    );
    return [{ axis, server, step: step.step, form: step.form, points, powers }];
  });
}
