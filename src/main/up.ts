import { flushCompileCache } from "node:module";
import { systemClock } from "../base/clock.ts";
import { LogScopes } from "../base/log.ts";
import type { Command } from "../cli/index.ts";
import { parseSettings, processEnvironment, settingsTable } from "../settings/index.ts";
import { compileSooner } from "./compile-sooner.ts";
import { boundHeap } from "./heap-growth.ts";
import { logSink } from "./log-sink.ts";
import { settingFlag } from "./setting-flag.ts";
import { guardProcess, stopSignal } from "./stop-signal.ts";

/** `fairway up`: the control plane, until it is told to stop. */
export function upCommand(version: string): Command {
  return {
    name: "up",
    summary: "Run the control plane",
    flags: settingsTable.map(settingFlag),
    examples: [
      "fairway up",
      "fairway up --data-dir /var/lib/fairway --config-dir ./mesh",
      "fairway up --kubeconfig ~/.kube/config",
      "kubectl --kubeconfig .fairway/kubeconfig get services",
    ],
    async run(given, terminal) {
      const flags = Object.fromEntries(settingsTable.map((s) => [s.name, given.text(s.flag)]));
      const settings = parseSettings(flags, processEnvironment());
      const logs = new LogScopes(logSink(settings, terminal), systemClock, settings.logLevel, settings.logScopes);
      const stopped = stopSignal();
      guardProcess(logs);
      const main = logs.scope("main", "Start and stop");
      const announce = (name: string, address: string) => terminal.out(`${name.padEnd(11)} ${address}\n`);
      boundHeap();
      compileSooner();
      const { startServer } = await import("./server.ts");
      const stopping = new AbortController();
      const ending = stopped.then((signal) => {
        main.info("Stopping", { signal });
        stopping.abort();
      });
      const starting = startServer({ settings, version, logs, announce, signal: stopping.signal });
      const server = await starting.catch((error: unknown) => {
        // Who is told to stop while it waits for its store has nothing to complain of.
        if (!stopping.signal.aborted) throw error;
      });
      if (server && !stopping.signal.aborted) terminal.out("ready\n");
      // Whatever way this run ends, the next one starts faster; and what was read of the cache is given back.
      flushCompileCache();
      await ending;
      await server?.close();
      return 0;
    },
  };
}
