import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** A process that is spoken with line by line, and whose cost is read from /proc. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(program: string, args: readonly string[]) {
    // Whatever way this process ends, none that it has started outlives it.
    this.#child = spawn("setpriv", ["--pdeathsig", "KILL", program, ...args], { stdio: ["pipe", "pipe", "inherit"] });
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

  /** Milliseconds of processor time of all its threads, which the kernel counts in nanoseconds. */
  cpuMs(): number {
    const tasks = readdirSync(this.#file("task"));
    const spent = tasks.map((task) => Number(readFileSync(this.#file(`task/${task}/schedstat`), "utf8").split(" ")[0]));
    return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
  }

  /** Resident memory in bytes: now, and at the highest since the last `forgetPeak`. */
  memory(): { readonly now: number; readonly peak: number } {
    const status = readFileSync(this.#file("status"), "utf8");
    const field = (name: string) => 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
    return { now: field("VmRSS"), peak: field("VmHWM") };
  }

  forgetPeak(): void {
    writeFileSync(this.#file("clear_refs"), "5");
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "exit");
  }

  #file(name: string): string {
    return `/proc/${this.#child.pid}/${name}`;
  }
}
