import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How a peer is started. */
export interface PeerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The file that takes what it prints. */
  readonly log: string;
  /** Asked every 50 ms until it says true; throwing counts as not yet. */
  readonly ready: () => Promise<boolean>;
  /** How long it may take until it is ready, in milliseconds. Default 60,000. */
  readonly within?: number;
}

/** A peer that runs; `stop` ends it and waits for its end. */
export interface PeerProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a peer and waits until it is ready; if it ends or takes too long, the last lines of its log say why. */
export async function startPeer({
  program,
  args,
  env,
  log,
  ready,
  within = 60_000,
}: PeerCommand): Promise<PeerProcess> {
  const file = openSync(log, "w");
  // Whatever way this process ends, no peer outlives it.
  const child = spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", file, file],
  });
  closeSync(file);
  const running = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (!running()) return;
    child.kill("SIGTERM");
    const impatient = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await once(child, "exit");
    clearTimeout(impatient);
  };
  const last = Date.now() + within;
  while (running()) {
    if (await ready().catch(() => false)) return { pid: child.pid ?? 0, stop };
    if (Date.now() > last) await stop();
    else await sleep(50);
  }
  const tail = readFileSync(log, "utf8").split("\n").slice(-20).join("\n");
  throw new Error(`${program} did not become ready:\n${tail}`);
}
