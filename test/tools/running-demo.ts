import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { envoyPath } from "../peers/envoy.ts";

const program = resolve(import.meta.dirname, "../../src/main/fairway.ts");

/** A line of `fairway demo -o json`. */
export interface DemoEvent {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** A demo that runs as its own process. */
export interface RunningDemo {
  /** What it told when everything ran. */
  readonly started: { readonly [fact: string]: string };
  /** Resolves with the first line from now on that is wanted. */
  next(wanted: (event: DemoEvent) => boolean): Promise<DemoEvent>;
  /** Sends the signal, and resolves with the exit code and what was said on standard error. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly said: string }>;
}

/** Starts the demo, and waits until traffic flows. */
export async function startDemo(): Promise<RunningDemo> {
  const child = spawn(process.execPath, [program, "demo", "-o", "json", "--envoy", envoyPath()]);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = once(child, "exit");
  const listeners = new Set<(event: DemoEvent) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    for (const listener of listeners) listener(JSON.parse(line) as DemoEvent);
  });
  const next = (wanted: (event: DemoEvent) => boolean) =>
    new Promise<DemoEvent>((found, failed) => {
      const listener = (event: DemoEvent) => {
        if (!wanted(event)) return;
        listeners.delete(listener);
        found(event);
      };
      listeners.add(listener);
      void ended.then(([code]) => failed(new Error(`the demo ended with ${code}: ${said}`)));
    });
  const started = (await next(({ event }) => event === "started")) as unknown as RunningDemo["started"];
  return {
    started,
    next,
    async end(signal) {
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, said };
    },
  };
}
