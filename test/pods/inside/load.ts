import { setTimeout as sleep } from "node:timers/promises";
import { makeCall } from "./make-call.ts";
import type { Answer, Call, Echo, LoadReport } from "./protocol.ts";

const keptFailures = 100;

/** Milliseconds between two calls of a caller: enough to meet every moment, and leave the machine to others. */
const pause = 3;

/** Callers that call over and over until they are stopped. */
export class Load {
  readonly #callers: readonly Promise<void>[];
  readonly #failures: (Answer & { at: string })[] = [];
  readonly #byPod: { [pod: string]: number } = {};
  #stopped = false;
  #sent = 0;
  #failed = 0;

  constructor(calls: readonly Call[], concurrency: number) {
    this.#callers = Array.from({ length: concurrency }, (_, index) => this.#run(calls, index));
  }

  get report(): LoadReport {
    return { sent: this.#sent, failed: this.#failed, failures: this.#failures, byPod: this.#byPod };
  }

  async stop(): Promise<LoadReport> {
    this.#stopped = true;
    await Promise.all(this.#callers);
    return this.report;
  }

  async #run(calls: readonly Call[], first: number): Promise<void> {
    for (let turn = first; !this.#stopped; turn++) {
      const call = calls[turn % calls.length];
      if (!call) return;
      this.#count(await makeCall(call));
      await sleep(pause);
    }
  }

  #count(answer: Answer): void {
    this.#sent++;
    if (answer.status === 200) {
      const { pod } = JSON.parse(answer.text) as Echo;
      this.#byPod[pod] = (this.#byPod[pod] ?? 0) + 1;
      return;
    }
    this.#failed++;
    if (this.#failures.length < keptFailures) this.#failures.push({ ...answer, at: new Date().toISOString() });
  }
}
