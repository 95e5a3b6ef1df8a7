import type { Proxy as MeshProxy } from "../../core/index.ts";
import type { ProvenIdentity } from "./check-identity.ts";
import type { ClaimedEntry } from "./claimed-entry.ts";
import type { HealthReport } from "./health-condition.ts";

/** A proxy that has connected. */
export interface ConnectingWorkload {
  readonly proxy: MeshProxy;
  /** What its certificate proved; undefined if it has none. */
  readonly identity: ProvenIdentity | undefined;
  /** Milliseconds since the epoch. */
  readonly connectedAt: number;
}

/** All streams of one workload to this replica, and what is still to be written of it. */
export class WorkloadSession {
  readonly claim: ClaimedEntry;
  /** The last that was reported; undefined if nothing was. */
  health: HealthReport | undefined;
  readonly #streams = new Map<string, ConnectingWorkload>();
  #waiting: (() => void)[] = [];

  constructor(claim: ClaimedEntry) {
    this.claim = claim;
  }

  /** The stream that came last; undefined once all are gone. */
  get newest(): ConnectingWorkload | undefined {
    return [...this.#streams.values()].at(-1);
  }

  /** A stream has come; resolves when its entry was written, or could not be. */
  async join(stream: string, workload: ConnectingWorkload): Promise<void> {
    this.#streams.set(stream, workload);
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** A stream is gone; whether it was the last. */
  leave(stream: string): boolean {
    this.#streams.delete(stream);
    return this.#streams.size === 0;
  }

  /** Lets those go on who wait for their entry. */
  settle(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
