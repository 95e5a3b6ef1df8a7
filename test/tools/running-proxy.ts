import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { envoyPath } from "../peers/envoy.ts";

const program = resolve(import.meta.dirname, "../../src/main/fairway.ts");

/** A real Envoy that `fairway proxy` runs. */
export interface RunningProxy {
  readonly process: ChildProcess;
  /** What Envoy and the program said. */
  readonly said: () => string;
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `fairway proxy` with these flags. */
export function startProxy(flags: readonly string[]): RunningProxy {
  const args = [program, "proxy", "--envoy", envoyPath(), ...flags, "--", "--log-level", "warn", "--concurrency", "1"];
  const child = spawn(process.execPath, args);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  return {
    process: child,
    said: () => text,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      return code as number | null;
    },
  };
}
