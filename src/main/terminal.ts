import { buffer } from "node:stream/consumers";
import type { Terminal } from "../cli/index.ts";
import type { Environment } from "../settings/index.ts";

/** The process's own standard streams. Colour only on a terminal, and not where NO_COLOR or TERM=dumb ask for none. */
export function processTerminal(env: Environment): Terminal {
  // A reader that closes early, such as `head`, ends the output quietly.
  process.stdout.on("error", () => {});
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
  const refused = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colour: forced || (process.stdout.isTTY === true && !refused),
    columns: () => (process.stdout.isTTY === true ? process.stdout.columns : undefined),
    input: () => buffer(process.stdin),
  };
}
