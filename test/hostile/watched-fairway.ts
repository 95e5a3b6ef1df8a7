import { once } from "node:events";
import { type RunningFairway, startFairway } from "../tools/fairway.ts";

/** What a process holds after a collection of garbage, in bytes. */
export interface HeldMemory {
  /** Objects, and buffers outside of the heap. */
  readonly used: number;
  readonly resident: number;
}

/** A control plane whose memory can be asked for. */
export interface WatchedFairway extends RunningFairway {
  /** Collects garbage, then measures. */
  memory(): Promise<HeldMemory>;
}

/** Runs beside the program, in its process: the program itself knows nothing of being watched. */
const watcher = `
  process.on("message", async () => {
    for (let i = 0; i < 4; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.send(process.memoryUsage());
  });
  process.channel.unref();
`;

/** Starts `fairway up` with a watcher of its memory. */
export async function startWatched(dataDir: string, args: readonly string[]): Promise<WatchedFairway> {
  const node = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(watcher)}`];
  const running = await startFairway(dataDir, args, { node, ipc: true });
  return {
    ...running,
    async memory() {
      running.process.send("measure");
      const [{ heapUsed, external, rss }] = await once(running.process, "message");
      return { used: heapUsed + external, resident: rss };
    },
  };
}
