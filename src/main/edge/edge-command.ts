import { systemClock } from "../../base/clock.ts";
import { LogScopes } from "../../base/log.ts";
import type { Command } from "../../cli/index.ts";
import { edgeSettingsTable, parseEdgeSettings, processEnvironment } from "../../settings/index.ts";
import { logSink } from "../log-sink.ts";
import { settingFlag } from "../setting-flag.ts";
import { guardProcess, stopSignal } from "../stop-signal.ts";
import { spareMemory } from "./spare-memory.ts";

/** `fairway edge`: the wrapper of one edge node, until it is told to stop. */
export function edgeCommand(version: string): Command {
  return {
    name: "edge",
    summary: "Run the wrapper of an edge node: kube-proxy behind it sees the endpoints of the node's own place only",
    flags: edgeSettingsTable.map(settingFlag),
    examples: [
      "fairway edge --node-name node-1 --kubeconfig /etc/kubernetes/kubeconfig",
      "kube-proxy --master http://127.0.0.1:51006 --hostname-override node-1",
      "curl http://127.0.0.1:51007/debug/topologyz?service=default/echo-svc",
    ],
    async run(given, terminal) {
      const flags = Object.fromEntries(edgeSettingsTable.map((s) => [s.name, given.text(s.flag)]));
      const environment = processEnvironment();
      const settings = parseEdgeSettings(flags, environment);
      const logs = new LogScopes(logSink(settings, terminal), systemClock, settings.logLevel, settings.logScopes);
      const stopped = stopSignal();
      guardProcess(logs);
      const announce = (name: string, address: string) => terminal.out(`${name.padEnd(11)} ${address}\n`);
      const { startEdge } = await import("./start-edge.ts");
      spareMemory();
      const edge = await startEdge({ settings, environment, version, logs, announce });
      terminal.out("ready\n");
      const signal = await stopped;
      logs.scope("main", "Start and stop").info("Stopping", { signal });
      await edge.close();
      return 0;
    },
  };
}
