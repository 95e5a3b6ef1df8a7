import { diffLines } from "../golden/diff-lines.ts";
import { type ListName, listNames } from "../golden/istiod-xds.ts";
import type { ComparedResource, Outcome } from "./compare-answers.ts";
import type { CaseResult } from "./compare-case.ts";
import { type Explanation, explain } from "./explained-differences.ts";

const outcomes = ["equal", "explained", "different", "only here", "only there"] as const;
type Column = (typeof outcomes)[number];

/** Counts resources over all cases, and says what differs as it goes. */
export class Report {
  readonly #counts = new Map<ListName, Map<Column, number>>(listNames.map((list) => [list, new Map()]));
  readonly #explanations: readonly Explanation[];
  /** How many diffs are still printed. */
  #diffs: number;
  #unexplained = 0;

  constructor(explanations: readonly Explanation[], diffs: number) {
    this.#explanations = explanations;
    this.#diffs = diffs;
  }

  /** Whether anything differs without a reason. */
  get clean(): boolean {
    return this.#unexplained === 0;
  }

  /** Takes a case's result and prints its differences. */
  take(name: string, { nodes }: CaseResult): void {
    const lines: string[] = [];
    for (const { node, resources, failures } of nodes) {
      for (const failure of failures) lines.push(`${node} ${failure}`);
      this.#unexplained += failures.length;
      for (const resource of resources) lines.push(...this.#judge(node, resource));
    }
    process.stdout.write(lines.length === 0 ? `${name}: equal\n` : `${name}:\n  ${lines.join("\n  ")}\n`);
  }

  /** A fault of the comparison itself. */
  fail(name: string, error: unknown): void {
    this.#unexplained += 1;
    process.stdout.write(`${name}: not compared: ${error instanceof Error ? error.message : String(error)}\n`);
  }

  /** The table over everything. */
  summary(): string {
    const row = (cells: readonly unknown[]) => cells.map((cell) => String(cell).padStart(11)).join("");
    const rows = listNames.map((list) =>
      row([list, ...outcomes.map((each) => this.#counts.get(list)?.get(each) ?? 0)]),
    );
    return [row(["", ...outcomes]), ...rows, ""].join("\n");
  }

  #judge(node: string, resource: ComparedResource): readonly string[] {
    const { list, name, outcome, there, here } = resource;
    const reason = outcome === "equal" ? undefined : explain(resource, this.#explanations);
    const column: Column = reason === undefined ? outcome : "explained";
    this.#count(list, column);
    if (column === "equal" || column === "explained") return [];
    this.#unexplained += 1;
    const line = `${node} ${list} ${name}: ${wording(outcome)}`;
    if (this.#diffs === 0) return [line];
    this.#diffs -= 1;
    return [line, diffLines(there, here)];
  }

  #count(list: ListName, column: Column): void {
    const counts = this.#counts.get(list);
    counts?.set(column, (counts.get(column) ?? 0) + 1);
  }
}

function wording(outcome: Outcome): string {
  return outcome === "only there" ? "istiod only" : outcome === "only here" ? "Fairway only" : outcome;
}
