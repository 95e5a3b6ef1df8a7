import { systemClock } from "../../base/clock.ts";
import type { LogLine } from "../../base/log.ts";
import { jsonLine, textLine } from "../../base/log-format.ts";
import type { Terminal } from "../../cli/index.ts";
import type { DemoPlaces } from "./demo.ts";
import { demoIntro, suggestedChanges } from "./demo-intro.ts";
import { type DemoView, demoSummary, demoTable } from "./demo-table.ts";
import { LiveScreen } from "./live-screen.ts";

/** How the demo shows what happens. */
export interface Display {
  /** Milliseconds between two looks. */
  readonly every: number;
  /** Everything runs. */
  begin(places: DemoPlaces, hasKubectl: boolean): void;
  show(view: DemoView): void;
  /** The control plane has something to complain about. */
  notice(line: LogLine): void;
}

/** A JSON object per line for programs, a table that is drawn anew on a terminal, and else a line now and then. */
export function displayFor(terminal: Terminal, json: boolean): Display {
  if (json) return jsonDisplay(terminal);
  return terminal.columns() === undefined ? lineDisplay(terminal) : liveDisplay(terminal);
}

/** Milliseconds for which a complaint stays below the table. */
const noticeMs = 15_000;

function liveDisplay(terminal: Terminal): Display {
  const { colour } = terminal;
  const screen = new LiveScreen({ out: (text) => terminal.out(text), colour, width: () => terminal.columns() ?? 80 });
  let last: LogLine | undefined;
  const notice = () => (last && systemClock.now() - last.time < noticeMs ? textLine(last, false).trim() : "");
  return {
    every: 500,
    begin: (places, hasKubectl) =>
      terminal.out(`\n${demoIntro(places, hasKubectl)}Ctrl-C ends everything and removes it.\n\n`),
    show: (view) => screen.draw(demoTable(view, notice())),
    notice: (line) => {
      last = line;
    },
  };
}

function lineDisplay(terminal: Terminal): Display {
  return {
    every: 5000,
    begin: (places, hasKubectl) => terminal.out(demoIntro(places, hasKubectl)),
    show: (view) => terminal.out(`${demoSummary(view)}\n`),
    notice: (line) => terminal.err(textLine(line, false)),
  };
}

function jsonDisplay(terminal: Terminal): Display {
  const tell = (event: string, facts: object) => terminal.out(`${JSON.stringify({ event, ...facts })}\n`);
  return {
    every: 1000,
    begin: (places, hasKubectl) => {
      const { dir, addresses, page, kubeconfig, meshDir, changesDir } = places;
      const where = { dir, page, kubeconfig, meshDir, changesDir, addresses: Object.fromEntries(addresses) };
      tell("started", { ...where, try: suggestedChanges(hasKubectl) });
    },
    show: ({ figures, last, leftOut }) =>
      tell("traffic", { lanes: figures, ...(last && { change: { ...last.change, age: last.age } }), leftOut }),
    notice: (line) => tell("notice", JSON.parse(jsonLine(line))),
  };
}
