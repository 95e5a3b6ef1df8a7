import { join } from "node:path";
import { type RunningFairway, startFairway } from "../tools/fairway.ts";

/** Replicas of one cluster, which come and go. */
export class ReplicaSet {
  readonly #dir: string;
  readonly #flags: readonly string[];
  readonly #changed: (addresses: readonly string[]) => void;
  readonly #running: RunningFairway[] = [];
  #started = 0;

  /** `changed` is told where those are that proxies may be sent to. */
  constructor(dir: string, flags: readonly string[], changed: (addresses: readonly string[]) => void) {
    this.#dir = dir;
    this.#flags = flags;
    this.#changed = changed;
  }

  /** Those that serve. */
  get running(): readonly RunningFairway[] {
    return this.#running;
  }

  /** One more; resolves when it serves. */
  async start(): Promise<RunningFairway> {
    const dataDir = join(this.#dir, `replica-${++this.#started}`);
    const replica = await startFairway(dataDir, this.#flags, { within: ["setpriv", "--pdeathsig", "KILL"] });
    this.#running.push(replica);
    this.#tell();
    return replica;
  }

  /** Ends one, which proxies are no longer sent to by then. */
  async end(index: number, how: "kill" | "stop"): Promise<void> {
    const [replica] = this.#running.splice(index, 1);
    if (how === "stop") this.#tell();
    await replica?.[how]();
    // Of one that was killed nobody knew beforehand.
    this.#tell();
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((replica) => replica.kill()));
  }

  #tell(): void {
    this.#changed(this.#running.map(({ addresses }) => addresses.get("xds") ?? ""));
  }
}
