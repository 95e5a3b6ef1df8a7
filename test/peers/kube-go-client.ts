import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ownGoProgram } from "./go-program.ts";

/** Builds the client if it is not there. */
export function kubeGoClientPath(): string {
  return ownGoProgram("kube-client");
}

/** Our Go program with client-go 0.36 in it: one line in, one line out, in order. */
export class KubeGoClient {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #last: Promise<unknown> = Promise.resolve();
  #errors = "";

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    this.#process = spawn(kubeGoClientPath(), args, { env: { ...process.env, ...env } });
    this.#process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text;
    });
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** What it printed to stderr, such as complaints of its informers. */
  get errors(): string {
    return this.#errors;
  }

  /** The answer to a line; one that begins with `error` throws. */
  ask(line: string): Promise<string> {
    const answer = this.#last.then(async () => {
      this.#process.stdin.write(`${line}\n`);
      const { value, done } = await this.#lines.next();
      if (done) throw new Error(`kube-client ended: ${this.#errors}`);
      if (value.startsWith("error ")) throw new Error(JSON.parse(value.slice("error ".length)));
      return value;
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    this.#process.stdin.end();
    await once(this.#process, "exit");
  }
}
