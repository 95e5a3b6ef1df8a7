import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "../base/clock.ts";
import { FairwayError } from "../base/fault.ts";
import { writeFileAtomically } from "../base/write-file.ts";
import { envoyArguments } from "./envoy-arguments.ts";

export interface RunEnvoyOptions {
  /** Path, or a name that is looked up in PATH. */
  readonly program: string;
  /** More arguments, after ours. */
  readonly args: readonly string[];
  readonly bootstrap: object;
  /** Where the bootstrap is written for Envoy to read. */
  readonly dir: string;
  /** What is done over and over while Envoy runs; failing, it is tried again a minute later. */
  readonly renew?: { readonly every: number; readonly run: () => Promise<void> };
  readonly warn: (message: string) => void;
  readonly clock?: Clock;
}

const passedOn = ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1"] as const;
const retryMs = 60_000;

/** Runs Envoy until it ends, passing signals on, and returns its exit code: 128 and the signal's number if one ended it. */
export async function runEnvoy({ program, args, bootstrap, dir, renew, warn, clock = systemClock }: RunEnvoyOptions) {
  const child = spawn(program, await writeBootstrap(bootstrap, dir, args), { stdio: "inherit" });
  const stop = renew ? repeat(renew, warn, clock) : () => undefined;
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of passedOn) process.on(signal, pass);
  try {
    return await exitCode(child, program);
  } finally {
    for (const signal of passedOn) process.off(signal, pass);
    stop();
  }
}

/** Writes a bootstrap into a directory, and returns the arguments with which an Envoy starts from it; `own` among them. */
export async function writeBootstrap(bootstrap: object, dir: string, own: readonly string[]) {
  const config = join(dir, "bootstrap.json");
  await writeFileAtomically(config, `${JSON.stringify(bootstrap, null, 2)}\n`, 0o600);
  return envoyArguments(config, own);
}

async function exitCode(child: ChildProcess, program: string): Promise<number> {
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal ? constants.signals[signal] : 0);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EACCES") throw error;
    throw new FairwayError(
      "Settings",
      `there is no Envoy '${program}' that can be run: name another with --envoy PATH`,
    );
  }
}

function repeat(
  { every, run }: NonNullable<RunEnvoyOptions["renew"]>,
  warn: RunEnvoyOptions["warn"],
  clock: Clock,
): () => void {
  let cancel = () => {};
  const wait = (ms: number) => {
    cancel = clock.after(ms, () => {
      run().then(
        () => wait(every),
        (error: unknown) => {
          warn(`the proxy's certificate could not be renewed: ${FairwayError.from(error).message}`);
          wait(retryMs);
        },
      );
    });
  };
  wait(every);
  return () => cancel();
}
