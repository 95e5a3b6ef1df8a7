import { formatKey } from "../api/index.ts";
import type { ConfigProblem } from "../mesh/index.ts";

/** Tells of each problem when it is met first, and not again for as long as every round meets it. */
export class ProblemTeller {
  readonly #tell: (problem: ConfigProblem) => void;
  #before: ReadonlySet<string> = new Set();
  #now = new Set<string>();

  constructor(tell: (problem: ConfigProblem) => void) {
    this.#tell = tell;
  }

  /** Takes problems that were met in this round. */
  met(problems: readonly ConfigProblem[]): void {
    for (const problem of problems) {
      const id = `${problem.code} ${formatKey(problem.key)} ${problem.message}`;
      if (this.#now.has(id)) continue;
      this.#now.add(id);
      if (!this.#before.has(id)) this.#tell(problem);
    }
  }

  /** Begins a new round. */
  endRound(): void {
    this.#before = this.#now;
    this.#now = new Set();
  }
}
