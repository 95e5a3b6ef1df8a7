import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { cpuMs, forgetPeak, type ResidentMemory, residentMemory } from "./process-cost.ts";

/** A process that is spoken with line by line, and whose cost is read from /proc. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(program: string, args: readonly string[]) {
    // Whatever way this process ends, none that it has started outlives it.
    this.#child = spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], { stdio: ["pipe", "pipe", "inherit"] });
    // That it has ended is told by its output.
    this.#child.stdin!.on("error", () => {});
    this.#lines = createInterface(this.#child.stdout!)[Symbol.asyncIterator]();
  }

  /** The next line that it prints. */
  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`${this.#child.spawnargs.join(" ")} has ended`);
    return value;
  }

  /** Says something, and waits for the answer. */
  async ask(question: object): Promise<unknown> {
    this.#child.stdin!.write(`${JSON.stringify(question)}\n`);
    return JSON.parse(await this.line());
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Milliseconds of processor time of all its threads. */
  cpuMs(): number {
    return cpuMs(this.pid);
  }

  /** Resident memory in bytes: now, and at the highest since the last `forgetPeak`. */
  memory(): ResidentMemory {
    return residentMemory(this.pid);
  }

  forgetPeak(): void {
    forgetPeak(this.pid);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }
}
