import { columns } from "../../src/cli/index.ts";
import { type ComparedStep, comparedSteps, type FigureName, figureNames, figureTitles } from "./figures.ts";
import { axisTitles, type Growth, growthAxes, growthsOf } from "./growth.ts";
import type { PushResults } from "./results.ts";
import type { TargetName } from "./target.ts";

/** The whole run for people: what each step cost, ratios to the peer, and growth. */
export function textReport(results: PushResults): string {
  const steps = comparedSteps(results);
  const groups = [...Map.groupBy(steps, groupTitle)];
  const tables = groups.map(([title, group]) => `${title}\n${stepTable(group)}`);
  const growths = growthsOf(steps);
  const growing = growthAxes.flatMap((axis) => {
    const lines = growths.filter((growth) => growth.axis === axis);
    return lines.length === 0 ? [] : [`growth with ${axisTitles[axis]}\n${growthTable(lines)}`];
  });
  const form = steps.some(({ ratios }) => ratios)
    ? ["fairway / istiod = ratio of both (below 1: Fairway needs less)"]
    : [];
  return [surroundingsText(results), ...form, ...tables, ...growing].join("\n\n");
}

/** Where, when and with what it was measured. */
export function surroundingsText({ at, seconds, surroundings }: PushResults): string {
  const { cores, processor, memory, system, load, versions } = surroundings;
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${at}, ${seconds} s; ${cores} cores (${processor}), ${Math.round(memory / 1e9)} GB, ${system}; load ${load[0]} before, ${load[1]} after`,
    programs.join("; "),
  ].join("\n");
}

/** What steps of one table have in common. */
export function groupTitle({ form, proxies, services }: ComparedStep): string {
  return `${form === "delta" ? "delta" : "state of the world"}, ${amount(proxies)} sidecars, ${amount(services)} services`;
}

/** A step's name; with how many objects, if there are several. */
export function stepTitle({ step, size }: Pick<ComparedStep, "step" | "size">): string {
  return size > 1 ? `${step} × ${size}` : step;
}

const servers: readonly TargetName[] = ["fairway", "istiod"];

function stepTable(steps: readonly ComparedStep[]): string {
  const present = servers.filter((server) => steps.some((step) => step.servers[server]));
  const headers = figureNames.map((name) => `${figureTitles[name].title} ${figureTitles[name].unit}`.toUpperCase());
  const rows = steps.map((step) => [
    stepTitle(step),
    ...figureNames.map((name) => compared(step, name, present)),
    notes(step),
  ]);
  return columns(["STEP", ...headers, ""], rows).trimEnd();
}

/** `fairway / istiod = ratio`, or Fairway's figure alone. */
function compared(step: ComparedStep, name: FigureName, present: readonly TargetName[]): string {
  const figures = present.map((server) => shown(step.servers[server]?.[name], name)).join(" / ");
  return present.length > 1 ? `${figures} = ${ratio(step.ratios?.[name])}` : figures;
}

/** What figures do not tell: sidecars that a change did not reach, and streams that were not let in. */
export function notes({ missed, refused }: ComparedStep): string {
  const told = (counts: ComparedStep["missed"], what: string) =>
    Object.entries(counts).map(([server, count]) => `${server}: ${amount(count)} ${what}`);
  return [...told(missed, "sidecars without it"), ...told(refused, "streams turned away")].join(", ");
}

/** A figure in its unit. */
export function shown(value: number | undefined, name: FigureName): string {
  return value === undefined ? "–" : amount(value / figureTitles[name].scale);
}

/** Three digits at least. */
export function amount(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

/** How many times as much. */
export function ratio(value: number | undefined): string {
  return value === undefined || !Number.isFinite(value) ? "–" : `${value.toFixed(2)}×`;
}

function growthTable(growths: readonly Growth[]): string {
  const rows = growths.map(({ form, step, server, points, powers }) => [
    form,
    step,
    server,
    points.map(({ at }) => amount(at)).join(" → "),
    ...(["lastMs", "cpuMs"] as const).flatMap((name) => [
      points.map(({ figures }) => shown(figures[name], name)).join(" → "),
      powers[name].toFixed(2),
    ]),
  ]);
  return columns(["FORM", "STEP", "SERVER", "AT", "LAST ACK MS", "POWER", "CPU MS", "POWER"], rows).trimEnd();
}
