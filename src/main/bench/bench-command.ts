import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { FairwayError } from "../../base/fault.ts";
import type { Command } from "../../cli/index.ts";
import { benchFlags, benchPlan } from "./bench-plan.ts";

/**
 * `fairway bench`: how much a change costs until the last sidecar has it. The benchmark is a program of its own, which a
 * checkout has beside `src`: it starts `fairway up` as a user would, and with a peer what the tests use of it.
 */
export const benchCommand: Command = {
  name: "bench",
  summary: "Measure how changes reach many sidecars, alone or beside istiod",
  flags: benchFlags,
  examples: [
    "fairway bench",
    "fairway bench --against istiod",
    "fairway bench --proxies 100,500 --services 200 --changes virtualservice,endpoints --forms delta",
    "fairway bench --against istiod --full --save bench/results",
  ],
  async run(given) {
    const plan = benchPlan(given);
    const program = join(import.meta.dirname, "../../../bench/push/index.ts");
    if (process.platform !== "linux")
      throw new FairwayError("Unavailable", "the benchmark reads /proc: it needs Linux");
    if (!existsSync(program)) {
      throw new FairwayError("NotFound", `there is no ${program}: the benchmark runs from a checkout of Fairway`);
    }
    const started = [process.execPath, program, JSON.stringify(plan)];
    // A group of its own, so that Ctrl-C comes from here only and once; it is told even if this process is killed.
    const child = spawn("setpriv", ["--pdeathsig", "TERM", ...started], { stdio: "inherit", detached: true });
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      // The whole group: while it builds a peer, the benchmark itself hears nothing until the build has ended.
      process.on(signal, () => child.pid !== undefined && process.kill(-child.pid, signal));
    }
    const [code] = (await once(child, "close")) as [number | null];
    return code ?? 1;
  },
};
