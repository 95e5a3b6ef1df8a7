import type { LogScopes } from "../base/log.ts";

/** Resolves at the first signal to stop; the second one ends the process at once. */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (signal: string) => {
      if (asked) process.exit(1);
      asked = true;
      resolve(signal);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}

/** A bug that nobody caught: say it and end. Acknowledged writes are on disk already, so nothing is lost by ending. */
export function guardProcess(logs: LogScopes): void {
  const log = logs.scope("main", "Start and stop");
  const die = (error: unknown) => {
    log.error("Ending because of a bug", { error, stack: error instanceof Error ? error.stack : undefined });
    process.exit(1);
  };
  process.on("uncaughtException", die);
  process.on("unhandledRejection", die);
}
