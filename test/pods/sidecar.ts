import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { envoyArguments } from "../../src/main/envoy-arguments.ts";
import { parseCommandLine } from "../../src/main/parse-command-line.ts";
import { proxyCommands } from "../../src/main/proxy-command.ts";
import { envoyPath } from "../peers/envoy.ts";
import { proxyUser } from "./capture-rules.ts";
import { toolPath } from "./machine.ts";

/** Where Envoy's admin page is, for those in the pod. */
export const adminPort = 15000;

/** An Envoy of a pod. */
export interface Sidecar {
  readonly process: ChildProcess;
  /** What it wrote to its log. */
  readonly log: () => string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts an Envoy with what `fairway proxy bootstrap` prints for these flags. The command runs in this process: starting
 * it for each pod would take longer than the pod does. `within` are the words that run a command in the pod.
 */
export async function startSidecar(dir: string, within: readonly string[], flags: readonly string[]): Promise<Sidecar> {
  mkdirSync(dir, { recursive: true });
  const config = join(dir, "bootstrap.json");
  writeFileSync(config, await bootstrap([...flags, "--identity-dir", join(dir, "identity")]));
  const file = join(dir, "envoy.log");
  const output = openSync(file, "a");
  const own = envoyArguments(config, ["--concurrency", "1", "--log-level", "warn"]);
  const [enter = "", ...rest] = [...within, ...asProxyUser, envoyPath(), ...own];
  const child = spawn(enter, rest, {
    stdio: ["ignore", output, output],
    env: { PATH: toolPath },
  });
  closeSync(output);
  return {
    process: child,
    log: () => readFileSync(file, "utf8"),
    async stop(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, "exit");
    },
  };
}

/** Not even its own configuration is the proxy user's: it may read everything in place of being given it. */
const asProxyUser = [
  "setpriv",
  `--reuid=${proxyUser}`,
  `--regid=${proxyUser}`,
  "--clear-groups",
  "--inh-caps=-all,+dac_read_search",
  "--ambient-caps=-all,+dac_read_search",
  "--pdeathsig=KILL",
  "--",
];

async function bootstrap(flags: readonly string[]): Promise<string> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    colour: false,
    columns: () => undefined,
    input: async () => new Uint8Array(),
  };
  const code = await parseCommandLine(["proxy", "bootstrap", ...flags], proxyCommands, "", terminal);
  if (code !== 0) throw new Error(`fairway proxy bootstrap ended with ${code}: ${err.join("")}`);
  return out.join("");
}
