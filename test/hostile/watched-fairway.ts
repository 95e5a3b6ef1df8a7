import { once } from "node:events";
import { type RunningFairway, startFairway } from "../tools/fairway.ts";

/** What a process holds after a collection of garbage, in bytes. */
export interface HeldMemory {
  /** Objects, and buffers outside of the heap, of all threads. */
  readonly used: number;
  readonly resident: number;
  /** Threads besides the main one. */
  readonly threads: number;
}

/** A control plane whose memory can be asked for. */
export interface WatchedFairway extends RunningFairway {
  /** Collects garbage, then measures. */
  memory(): Promise<HeldMemory>;
}

/** Runs beside the program, in its main thread: the program itself knows nothing of being watched. */
const watcher = `
  const threads = new Set();
  const usedBy = async (thread) => {
    // A picture of the heap is taken after a collection of garbage, and nothing else in reach makes a thread collect it.
    (await thread.getHeapSnapshot()).destroy();
    const { used_heap_size, external_memory } = await thread.getHeapStatistics();
    return used_heap_size + external_memory;
  };
  const watch = () => {
    process.on("worker", (thread) => {
      threads.add(thread);
      thread.on("exit", () => threads.delete(thread));
    });
    process.on("message", async () => {
      for (let i = 0; i < 4; i++) {
        gc();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const { heapUsed, external, rss } = process.memoryUsage();
      const others = await Promise.all([...threads].map(usedBy));
      const used = others.reduce((sum, each) => sum + each, heapUsed + external);
      process.send({ used, resident: rss, threads: others.length });
    });
    process.channel.unref();
  };
  if (process.channel) watch();
`;

/** Starts `fairway up` with a watcher of its memory. */
export async function startWatched(dataDir: string, args: readonly string[]): Promise<WatchedFairway> {
  const node = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(watcher)}`];
  const running = await startFairway(dataDir, args, { node, ipc: true });
  return {
    ...running,
    async memory() {
      running.process.send("measure");
      const [held] = await once(running.process, "message");
      return held;
    },
  };
}
