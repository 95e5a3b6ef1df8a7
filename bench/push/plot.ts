import { type ComparedStep, comparedSteps, type FigureName, figureNames, figureTitles } from "./figures.ts";
import { axisTitles, type Growth, growthsOf } from "./growth.ts";
import type { PushResults } from "./results.ts";
import type { TargetName } from "./target.ts";
import { amount, groupTitle, shown, stepTitle } from "./text-report.ts";

const colours: Readonly<Record<TargetName, string>> = { fairway: "#2f6fb0", istiod: "#c8742b" };
const panel = { width: 260, left: 150, bar: 9, gap: 10, top: 30 };
const line = { width: 150, height: 120, left: 44, bottom: 24, perRow: 6, gap: 45 };

/** A plot of the run: bars for what each step cost on a logarithmic scale, and lines for how processor time grows. */
export function plot(results: PushResults): string {
  const steps = comparedSteps(results);
  const groups = [...Map.groupBy(steps, groupTitle)];
  const parts: string[] = [];
  let top = 50;
  for (const [title, group] of groups) {
    const { text, height } = barPanels(title, group, top);
    parts.push(text);
    top += height;
  }
  const growths = growthPanels(growthsOf(steps), top);
  const width = panel.left + figureNames.length * panel.width + 20;
  const height = top + growths.height + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    legend(steps),
    ...parts,
    growths.text,
    "</svg>\n",
  ].join("\n");
}

function serversOf(steps: readonly ComparedStep[]): readonly TargetName[] {
  return (["fairway", "istiod"] as const).filter((server) => steps.some((step) => step.servers[server]));
}

function legend(steps: readonly ComparedStep[]): string {
  const entries = serversOf(steps).map((server, i) => {
    const x = 20 + i * 100;
    return `<rect x="${x}" y="14" width="12" height="12" fill="${colours[server]}"/>${label(x + 18, 24, server)}`;
  });
  return [...entries, label(240, 24, "bars: logarithmic scales, shorter is better")].join("");
}

function barPanels(title: string, steps: readonly ComparedStep[], top: number): { text: string; height: number } {
  const servers = serversOf(steps);
  const row = servers.length * panel.bar + panel.gap;
  const names = steps.map((step, i) =>
    label(panel.left - 8, top + panel.top + i * row + panel.bar + 3, stepTitle(step), "end"),
  );
  const panels = figureNames.map((name, column) => {
    const x = panel.left + column * panel.width;
    const { title: figure, unit } = figureTitles[name];
    const bars = barsOf(steps, servers, name).map(({ row: i, server, length, text }) => {
      const y = top + panel.top + i * row + servers.indexOf(server) * panel.bar;
      const bar = `<rect x="${x}" y="${y}" width="${length.toFixed(1)}" height="${panel.bar - 1}" fill="${colours[server]}"/>`;
      return bar + label(x + length + 3, y + panel.bar - 1.5, text, "start", 9);
    });
    return label(x, top + 20, `${figure} (${unit})`, "start", 11, true) + bars.join("");
  });
  const text = [label(20, top + 4, title, "start", 13, true), ...names, ...panels].join("\n");
  return { text, height: panel.top + steps.length * row + 24 };
}

function barsOf(steps: readonly ComparedStep[], servers: readonly TargetName[], name: FigureName) {
  const all = steps.flatMap((step, row) =>
    servers.flatMap((server) => {
      const value = step.servers[server]?.[name];
      return value === undefined ? [] : [{ row, server, value }];
    }),
  );
  const positive = all.map(({ value }) => value).filter((value) => value > 0);
  const [least, most] = [Math.min(...positive) / 2, Math.max(...positive)];
  const room = panel.width - 60;
  return all.map(({ row, server, value }) => {
    const length = value > 0 ? (Math.log(value / least) / Math.log(most / least)) * room : 0;
    return { row, server, length, text: shown(value, name) };
  });
}

function growthPanels(growths: readonly Growth[], top: number): { text: string; height: number } {
  const rows = [...Map.groupBy(growths, ({ axis, form }) => `${form}: CPU ms by ${axisTitles[axis]}`)];
  const parts: string[] = [];
  let y = top;
  for (const [title, lines] of rows) {
    parts.push(label(20, y + 4, title, "start", 13, true));
    const panels = [...Map.groupBy(lines, ({ step }) => step)];
    for (const [i, [step, own]] of panels.entries()) {
      const x = 20 + (i % line.perRow) * (line.width + line.gap);
      parts.push(linePanel(step, own, x, y + 24 + Math.floor(i / line.perRow) * (line.height + 16)));
    }
    y += 30 + Math.ceil(panels.length / line.perRow) * (line.height + 16);
  }
  return { text: parts.join("\n"), height: y - top };
}

function linePanel(title: string, growths: readonly Growth[], x: number, y: number): string {
  const points = growths.flatMap((each) => each.points);
  const span = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [firstAt, lastAt] = span(points.map(({ at }) => at));
  const [least, most] = span(points.map(({ figures }) => Math.max(1, figures.cpuMs)));
  const height = line.height - line.bottom;
  const across = (at: number) =>
    x + line.left + (Math.log(at / firstAt) / Math.log(lastAt / firstAt)) * (line.width - line.left);
  const up = (cpuMs: number) =>
    y + height - (Math.log(Math.max(1, cpuMs) / least) / Math.log(Math.max(most / least, 2))) * (height - 25);
  const lines = growths.map(({ server, points: own }) => {
    const path = own.map(({ at, figures }) => `${across(at).toFixed(1)},${up(figures.cpuMs).toFixed(1)}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${colours[server]}" stroke-width="2"/>`;
  });
  const ticks = [...new Set(points.map(({ at }) => at))].map((at) =>
    label(across(at), y + height + 12, amount(at), "middle", 9),
  );
  const scale = [least, most].map((cpuMs) => label(x + line.left - 8, up(cpuMs) + 3, amount(cpuMs), "end", 9));
  const frame = `<path d="M${x + line.left} ${y + 15} V${y + height} H${x + line.width}" fill="none" stroke="#888888"/>`;
  return [label(x, y + 4, title, "start", 11, true), frame, ...lines, ...ticks, ...scale].join("\n");
}

function label(x: number, y: number, text: string, anchor = "start", size = 11, bold = false): string {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const weight = bold ? ' font-weight="bold"' : "";
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}"${weight} fill="#222222">${safe}</text>`;
}
