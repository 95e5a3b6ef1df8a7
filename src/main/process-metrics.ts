import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "../base/metrics.ts";

/** Milliseconds between two looks at the event loop's delay: each wakes a process that is at rest. */
const delayInterval = 100;

/** Declares what every process of Fairway tells of itself. */
export function registerProcessMetrics(metrics: Metrics): void {
  metrics.gauge("process_resident_memory_bytes", "Resident memory of the process.", [], () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge("process_cpu_seconds_total", "CPU time of the process, user and system.", [], () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  const delay = monitorEventLoopDelay({ resolution: delayInterval });
  delay.enable();
  metrics.gauge(
    "fairway_event_loop_delay_seconds",
    "99th percentile of the event loop's delay.",
    [],
    // What is recorded is from one look to the next, the interval included.
    () => Math.max(0, delay.percentile(99) / 1e9 - delayInterval / 1000),
  );
}
