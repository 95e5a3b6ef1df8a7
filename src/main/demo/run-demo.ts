import { once } from "node:events";
import { systemClock } from "../../base/clock.ts";
import type { Terminal } from "../../cli/index.ts";
import { processEnvironment } from "../../settings/index.ts";
import { findInPath } from "../envoy/find-envoy.ts";
import { Demo, type DemoOptions } from "./demo.ts";
import { type Display, displayFor } from "./display.ts";

export interface RunDemoOptions extends Pick<DemoOptions, "version" | "envoy" | "rate"> {
  /** Milliseconds; undefined: until it is stopped. */
  readonly duration: number | undefined;
  /** A JSON object per line is printed, instead of what people read. */
  readonly json: boolean;
  readonly terminal: Terminal;
  readonly stop: AbortSignal;
}

/** Runs the demo until it is stopped, its time is over or an Envoy dies, and leaves nothing behind. */
export async function runDemo({ duration, json, terminal, stop, ...options }: RunDemoOptions): Promise<void> {
  const display = displayFor(terminal, json);
  const progress = (text: string) => terminal.err(`${text}\n`);
  const demo = new Demo({ ...options, progress, notice: (line) => display.notice(line) });
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort").then(() => undefined);
  const starting = demo.start();
  try {
    const places = await Promise.race([starting, stopped]);
    if (!places) return;
    display.begin(places, (await findInPath("kubectl", processEnvironment()["PATH"])) !== undefined);
    const over = new Promise<void>((resolve) => {
      if (duration !== undefined) systemClock.after(duration, resolve);
    });
    await watch(demo, display, [stopped, over, demo.died]);
  } finally {
    progress("stopping, and removing everything");
    await demo.close();
    // Where it was still starting, that ends too before anybody goes on.
    await starting.catch(() => undefined);
  }
}

/** Shows what happens until one of the ends comes. */
async function watch(demo: Demo, display: Display, ends: readonly Promise<unknown>[]): Promise<void> {
  const show = () => display.show({ figures: demo.figures(), last: demo.change(), leftOut: demo.leftOut });
  const timer = setInterval(show, display.every);
  try {
    await Promise.race(ends);
    show();
  } finally {
    clearInterval(timer);
  }
}
