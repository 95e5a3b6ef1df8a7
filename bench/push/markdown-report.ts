import { type ComparedStep, comparedSteps, type FigureName, figureNames, figureTitles } from "./figures.ts";
import { axisTitles, type Growth, growthAxes, growthsOf } from "./growth.ts";
import type { Holding, PushResults } from "./results.ts";
import type { TargetName } from "./target.ts";
import { amount, groupTitle, notes, ratio, shown, stepTitle, surroundingsText } from "./text-report.ts";

/** The whole run as a document. */
export function markdownReport(results: PushResults): string {
  const steps = comparedSteps(results);
  const against = results.plan.against === undefined ? "" : ` --against ${results.plan.against}`;
  const tables = [...Map.groupBy(steps, groupTitle)].map(([title, group]) => `## ${title}\n\n${stepTable(group)}`);
  const growths = growthsOf(steps);
  const growing = growthAxes.flatMap((axis) => {
    const lines = growths.filter((growth) => growth.axis === axis);
    return lines.length === 0 ? [] : [`## Growth with ${axisTitles[axis]}\n\n${growthTable(lines)}`];
  });
  const parts = [
    `<!-- Made from push.json by \`fairway bench --save\` and \`npm run docs\`: do not edit. -->\n# The last kept run of \`fairway bench${against}\``,
    surroundingsText(results).replace("\n", "  \n"),
    `Rounds: ${results.plan.rounds}. Seconds of churn: ${results.plan.churnSeconds}. How it is measured: [docs/performance.md](../../docs/performance.md).`,
    "![What each step cost](push.svg)",
    ...tables,
    ...growing,
    `## What sidecars had in the end\n\n${holdingTable(results.holdings)}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (headers: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(headers), row(headers.map(() => "---")), ...rows.map(row)].join("\n");

function stepTable(steps: readonly ComparedStep[]): string {
  const present = (["fairway", "istiod"] as const).filter((server) => steps.some((step) => step.servers[server]));
  const headers = figureNames.map((name) => `${figureTitles[name].title} ${figureTitles[name].unit}`);
  const rows = steps.map((step) => {
    const told = notes(step);
    const cells = figureNames.map((name) => cellOf(step, name, present));
    return [told === "" ? stepTitle(step) : `${stepTitle(step)} (${told})`, ...cells];
  });
  return table(["", ...headers], rows);
}

function cellOf(step: ComparedStep, name: FigureName, present: readonly TargetName[]): string {
  const figures = present.map((server) => shown(step.servers[server]?.[name], name)).join(" / ");
  return present.length > 1 ? `${figures} = **${ratio(step.ratios?.[name])}**` : figures;
}

function growthTable(growths: readonly Growth[]): string {
  const rows = growths.map(({ form, step, server, points, powers }) => [
    form,
    step,
    server,
    points.map(({ at }) => amount(at)).join(" → "),
    ...(["lastMs", "cpuMs"] as const).map((name) => {
      return `${points.map(({ figures }) => shown(figures[name], name)).join(" → ")} (${powers[name].toFixed(2)})`;
    }),
  ]);
  return table(["form", "step", "server", "at", "last ACK ms (power)", "CPU ms (power)"], rows);
}

function holdingTable(holdings: readonly Holding[]): string {
  const rows = holdings.map(({ form, proxies, services, server, resources }) => [
    `${form}, ${amount(proxies)} sidecars, ${amount(services)} services`,
    server,
    ...Object.values(resources).map(amount),
  ]);
  const types = Object.keys(holdings[0]?.resources ?? {});
  return table(["", "server", ...types], rows);
}
