import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const program = resolve(import.meta.dirname, "../../src/main/fairway.ts");
const launcher = resolve(import.meta.dirname, "../../fairway");

/** What one run of the program printed, and how it ended. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the real program to its end. */
export async function fairway(
  args: readonly string[],
  options: { input?: string; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...options.env },
    cwd: options.cwd,
  });
  const texts = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    texts.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    texts.err += text;
  });
  child.stdin.end(options.input ?? "");
  const [code] = await once(child, "close");
  return { code, ...texts };
}

/** The real program while it runs, for tests that do not wait until it is ready. */
export interface SpawnedFairway {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
}

/** Starts a command of the real program. */
export function spawnFairway(args: readonly string[]): SpawnedFairway {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const texts = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    texts.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    texts.err += text;
  });
  return { child, output: () => texts.out, errors: () => texts.err };
}

/** A command of the program that runs until it is told to stop. */
export interface RunningCommand {
  readonly process: ChildProcess;
  /** The addresses it printed, by name. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly errors: () => string;
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** A control plane that runs as its own process. */
export interface RunningFairway extends RunningCommand {
  readonly dataDir: string;
}

/** A data directory of its own, removed by `remove`. */
export function scratch(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "fairway-test-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** How `fairway up` or `fairway edge` is run. */
export interface UpOptions {
  /** Words before the command, such as those that run it in another network namespace. */
  readonly within?: readonly string[];
  /** Flags for Node itself. */
  readonly node?: readonly string[];
  /** Messages go to and fro between it and this process. */
  readonly ipc?: boolean;
}

/** Starts `fairway up` on free ports, by the launcher as users do, and waits until it says `ready`. */
export async function startFairway(
  dataDir: string,
  args: readonly string[] = [],
  options: UpOptions = {},
): Promise<RunningFairway> {
  const free = ["--api-address", "--xds-address", "--xds-tls-address", "--http-address", "--ctrlz-address"].flatMap(
    (flag) => [flag, "127.0.0.1:0"],
  );
  return { ...(await startCommand(["up", "--data-dir", dataDir, ...free, ...args], options)), dataDir };
}

/** Starts `fairway edge` on free ports and waits until it says `ready`. */
export function startEdge(args: readonly string[], options: UpOptions = {}): Promise<RunningCommand> {
  const free = ["--bind-address", "--http-address"].flatMap((flag) => [flag, "127.0.0.1:0"]);
  return startCommand(["edge", ...free, ...args], options);
}

async function startCommand(
  args: readonly string[],
  { within = [], node = [], ipc = false }: UpOptions,
): Promise<RunningCommand> {
  const [first = "", ...rest] = [...within, launcher, ...args];
  const child = spawn(first, rest, {
    env: { ...process.env, FAIRWAY_NODE_FLAGS: [process.env.FAIRWAY_NODE_FLAGS ?? "", ...node].join(" ") },
    stdio: ["pipe", "pipe", "pipe", ...(ipc ? (["ipc"] as const) : [])],
  });
  assert.ok(child.stdout && child.stderr);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const addresses = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "ready") break;
    const [name = "", address = ""] = line.split(/\s+/);
    addresses.set(name, address);
  }
  // Output that nobody reads would keep the process from being seen to end.
  child.stdout.resume();
  if (child.exitCode !== null) throw new Error(`fairway ${args[0]} ended with ${child.exitCode}: ${errors}`);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = await once(child, "exit");
    return code as number | null;
  };
  return {
    process: child,
    addresses,
    errors: () => errors,
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
  };
}
