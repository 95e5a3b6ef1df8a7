import { parseDuration } from "../../base/duration.ts";
import { FairwayError } from "../../base/fault.ts";
import type { Command, Given } from "../../cli/index.ts";
import { envoyFlag, envoyFor } from "../envoy/envoy-for.ts";

/** `fairway demo`: the control plane with a sample mesh, real Envoys and traffic, to see it work. */
export function demoCommand(version: string): Command {
  return {
    name: "demo",
    summary: "See it work: a control plane with a sample mesh, real Envoys and traffic, all temporary",
    flags: [
      { name: "rate", value: "NUMBER", default: "50", doc: "Pages asked for per second, up to 1000." },
      { name: "duration", value: "DURATION", doc: "How long to run; default: until it is told to stop." },
      envoyFlag,
      {
        name: "output",
        short: "o",
        value: "FORM",
        choices: ["table", "json"],
        default: "table",
        doc: "Form of the output: a table that is kept up to date (lines where there is no terminal), or a JSON object per line.",
      },
    ],
    examples: ["fairway demo", "fairway demo --rate 200 --duration 1m", "fairway demo -o json --duration 10s"],
    async run(given, terminal) {
      const options = { rate: rateOf(given), duration: durationOf(given), json: given.text("output") === "json" };
      const { stopSignal } = await import("../stop-signal.ts");
      const stop = new AbortController();
      void stopSignal().then(() => stop.abort());
      // A reader that has seen enough, such as `head`, ends it too.
      process.stdout.once("error", () => stop.abort());
      const { runDemo } = await import("./run-demo.ts");
      try {
        const envoy = await envoyFor(given, terminal, stop.signal);
        await runDemo({ ...options, version, envoy, terminal, stop: stop.signal });
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      }
      return 0;
    },
  };
}

function rateOf(given: Given): number {
  const rate = Number(given.text("rate"));
  if (rate > 0 && rate <= 1000) return rate;
  throw new FairwayError("Settings", `--rate must be a number above 0 and up to 1000, not '${given.text("rate")}'`);
}

/** Milliseconds; undefined if it is not limited. */
function durationOf(given: Given): number | undefined {
  const text = given.text("duration");
  const duration = text === undefined ? undefined : parseDuration(text);
  if (text === undefined || (duration !== undefined && duration > 0)) return duration;
  throw new FairwayError("Settings", `--duration must be a duration such as 30s, not '${text}'`);
}
