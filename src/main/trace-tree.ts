import { printable } from "../base/log-format.ts";
import { formatPlace, type Outcome, type ResourceKey, type Step } from "../trace/index.ts";
import type { Hop, Onward } from "./trace-journey.ts";

/** A hop and all that follow from it, as a tree of lines. */
export function renderHop({ at, call, trace, next }: Hop): readonly string[] {
  const head = `${at}: ${call.direction === "gateway" ? "call" : `${call.direction} call`} to ${formatPlace(call.destination)}`;
  const branches = [...trace.steps.map(renderStep), [renderOutcome(trace.outcome)], ...next.flatMap(renderOnward)];
  return [head, ...branches.flatMap((lines, index) => indent(lines, index === branches.length - 1))];
}

/** One way on: the workload, or the proxy before it. */
export function renderOnward({ cluster, endpoint, workload, hop }: Onward): readonly (readonly string[])[] {
  const place = endpoint.port === 0 ? endpoint.address : formatPlace(endpoint);
  if (hop) return [[`${cluster && `${cluster}, `}at ${place}:`, ...indent(renderHop(hop), true)]];
  return [[workload === "" ? `reaches ${place}, outside of the files` : `reaches ${workload} at ${place}`]];
}

function indent(lines: readonly string[], last: boolean): readonly string[] {
  return lines.map((line, index) => (index === 0 ? `${last ? "└─" : "├─"} ${line}` : `${last ? "  " : "│ "} ${line}`));
}

const marks = { chosen: " ", passed: " ", ended: "✗", unknown: "?" } as const;

function renderStep({ kind, decision, name, text, config, sources = [] }: Step): readonly string[] {
  const about = `${marks[decision]} ${kind.replace("-", " ").padEnd(15)}`;
  const line = printable(`${about} ${name === "" ? "" : `${name}: `}${text}`);
  const from = config === undefined ? [...new Set(sources.map(describeKey))] : [describePath(config)];
  return from.length === 0 ? [line] : [line, `${" ".repeat(about.length)} from ${describeList(from)}`];
}

/** At most this many objects are named; the data has all. */
const shown = 4;

function describeList(all: readonly string[]): string {
  const rest = all.length > shown ? ` and ${all.length - shown} more` : "";
  return all.slice(0, shown).join(", ") + rest;
}

function describeKey({ kind, namespace, name }: ResourceKey): string {
  return `${kind} ${namespace ? `${namespace}/` : ""}${name}`;
}

/** `/apis/networking.istio.io/v1/namespaces/app/virtual-service/reviews` → `VirtualService app/reviews`. */
function describePath(path: string): string {
  const [name = "", kind = "", namespace = ""] = path.split("/").reverse();
  return `${kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())} ${namespace}/${name}`;
}

function renderOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "closed":
      return `✗ the connection is closed: ${outcome.reason.replaceAll("-", " ")}`;
    case "answered": {
      const where = outcome.location === undefined ? "" : ` to ${outcome.location}`;
      return `✗ answered by the proxy: ${outcome.status}${where}, ${outcome.reason.replaceAll("-", " ")}`;
    }
    case "forwarded":
      return "✓ forwarded";
  }
}
