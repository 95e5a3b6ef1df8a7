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

/** Runs beside the program, in each of its threads: the program itself knows nothing of being watched. */
const watcher = `
  import { isMainThread, threadId } from "node:worker_threads";
  const channel = new BroadcastChannel("memory in use");
  const collectAndMeasure = async () => {
    for (let i = 0; i < 4; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const watchThread = () => {
    channel.onmessage = async () => channel.postMessage({ threadId, used: await collectAndMeasure() });
    // From now on it hears when it is asked.
    channel.postMessage({ threadId, used: 0 });
  };
  const watchProcess = () => {
    // What each thread uses; undefined when it was asked and has not answered.
    const threads = new Map();
    channel.onmessage = ({ data: { threadId, used } }) => threads.set(threadId, used);
    process.on("worker", (thread) => {
      const { threadId } = thread;
      thread.on("exit", () => threads.delete(threadId));
    });
    process.on("message", async () => {
      for (const id of threads.keys()) threads.set(id, undefined);
      channel.postMessage("measure");
      let used = await collectAndMeasure();
      while ([...threads.values()].includes(undefined)) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const others of threads.values()) used += others;
      process.send({ used, resident: process.memoryUsage.rss(), threads: threads.size });
    });
    process.channel.unref();
  };
  if (!isMainThread) watchThread();
  else if (process.channel) watchProcess();
  channel.unref();
`;

/** Starts `fairway up` with a watcher of its memory. */
export async function startWatched(dataDir: string, args: readonly string[]): Promise<WatchedFairway> {
  const node = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(watcher)}`];
  const running = await startFairway(dataDir, args, { node, ipc: true });
  return {
    ...running,
    async memory() {
      const over = new AbortController();
      const { signal } = over;
      running.process.send("measure");
      const ended = once(running.process, "exit", { signal }).then(([code, by]) => {
        throw new Error(`the control plane ended with ${by ?? code}: ${running.errors().slice(-2000)}`);
      });
      const [held] = await Promise.race([once(running.process, "message", { signal }), ended]);
      over.abort();
      return held;
    },
  };
}
