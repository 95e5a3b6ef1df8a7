import type { styleText } from "node:util";
import { humanDuration } from "../../base/human-duration.ts";
import { printable } from "../../base/log-format.ts";
import { columns } from "../../cli/index.ts";
import type { Change } from "./change-watch.ts";
import type { LaneFigures } from "./tally.ts";

/** What the demo shows at a moment. */
export interface DemoView {
  readonly figures: readonly LaneFigures[];
  /** The last change, and the milliseconds since; undefined if there was none. */
  readonly last: { readonly change: Change; readonly age: number } | undefined;
  /** Requests that were not made because too many were under way. */
  readonly leftOut: number;
}

/** A line of text, and what it looks like where there is colour. */
export interface StyledLine {
  readonly text: string;
  readonly style?: Parameters<typeof styleText>[0];
}

const headers = ["FROM", "TO", "VERSION", "REQ/S", "SHARE", "SUCCESS", "P50", "P99"];

/** The table and what is told below it; `notice` is what the control plane had to complain about last. */
export function demoTable({ figures, last, leftOut }: DemoView, notice: string): readonly StyledLine[] {
  const [head = "", ...rows] = columns(headers, figures.map(cells)).trimEnd().split("\n");
  return [
    { text: head, style: "bold" },
    ...rows.map((text, i) => ({ text, ...styleOf(figures[i]) })),
    { text: "" },
    ...changeLines(last),
    ...(leftOut === 0 ? [] : [styled(`${leftOut} requests left out: too many were under way`, "yellow")]),
    ...(notice === "" ? [] : [styled(printable(notice), "red")]),
  ];
}

/** The same in one line. */
export function demoSummary({ figures, last }: DemoView): string {
  const services = Map.groupBy(
    figures.filter(({ perSecond }) => perSecond > 0),
    ({ to }) => to,
  );
  const parts = [...services].map(([service, lanes]) => `${service} ${lanes.map(brief).join(", ")}`);
  return [...parts, ...(last ? [`last change: ${what(last.change)} ${progress(last.change)}`] : [])].join("; ");
}

const styled = (text: string, style: NonNullable<StyledLine["style"]>): StyledLine => ({ text, style });

function cells(lane: LaneFigures): readonly string[] {
  const { from, to, perSecond, share, success, p50, p99, mirrored } = lane;
  const part = mirrored ? "–" : percent(share);
  const rate = perSecond.toFixed(1);
  return [from, to, version(lane), rate, part, success === undefined ? "–" : percent(success), time(p50), time(p99)];
}

function version({ version: name, mirrored }: LaneFigures): string {
  return mirrored ? `${name} mirror` : name === "" ? "(by Envoy)" : name;
}

function styleOf(lane: LaneFigures | undefined): Pick<StyledLine, "style"> {
  if (!lane || lane.perSecond === 0 || lane.mirrored) return { style: "dim" };
  return (lane.success ?? 1) < 0.99 ? { style: "red" } : {};
}

function changeLines(last: DemoView["last"]): readonly StyledLine[] {
  if (!last) return [{ text: "no change yet: try one of the commands above", style: "dim" }];
  const { change, age } = last;
  const style = change.refused === undefined ? "cyan" : "red";
  return [
    { text: `last change: ${what(change)}, ${humanDuration(age)} ago`, style },
    { text: `             ${progress(change)}`, style },
  ];
}

function what({ objects }: Change): string {
  const [first, ...others] = objects.map((key) => printable(key.replace(/^[^/]*\.[^/]*\//, "")));
  if (first === undefined) return "settings of the mesh, or a workload";
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function progress({ proxies, acknowledged, refused, seen }: Change): string {
  if (refused !== undefined) return `refused by a proxy: ${printable(refused).slice(0, 300)}`;
  if (proxies.length === 0) return "not sent to any proxy yet";
  const names = proxies.join(" and ");
  const answer =
    acknowledged === undefined ? `sent to ${names}` : `acknowledged by ${names} after ${time(acknowledged)}`;
  return seen === undefined ? answer : `${answer}, first seen by a request after ${time(seen)}`;
}

function brief(lane: LaneFigures): string {
  const { share, mirrored, perSecond, success = 1 } = lane;
  const amount = mirrored ? `${perSecond.toFixed(1)}/s` : percent(share);
  return `${version(lane)} ${amount}${success < 1 ? ` (${percent(success)} ok)` : ""}`;
}

const percent = (part: number): string => `${(part * 100).toFixed(1).replace(/\.0$/, "")} %`;

/** Milliseconds as people read them. */
function time(ms: number | undefined): string {
  if (ms === undefined) return "–";
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
