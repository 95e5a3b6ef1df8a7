import { FairwayError } from "../../base/fault.ts";
import type { Flag, Given } from "../../cli/index.ts";

/** The forms of xDS that are measured. */
export const benchForms = ["delta", "sotw"] as const;
export type BenchForm = (typeof benchForms)[number];

/** What is changed while sidecars are connected. All but the churn are one change at a time. */
export const benchChanges = [
  "virtualservice",
  "destinationrule",
  "endpoints",
  "service",
  "authorizationpolicy",
  "meshconfig",
  "churn",
] as const;
export type BenchChange = (typeof benchChanges)[number];

/** What a run of the push benchmark measures. Lists rise; growth along one is measured with the others at their base. */
export interface BenchPlan {
  /** The control plane beside Fairway; absent: Fairway alone. */
  readonly against?: "istiod";
  /** Numbers of sidecars. The base is the first. */
  readonly proxies: readonly number[];
  /** Numbers of services. The base is the last: the mesh grows while the run goes on. */
  readonly services: readonly number[];
  readonly forms: readonly BenchForm[];
  readonly changes: readonly BenchChange[];
  /** Objects that change at once, for kinds of which there are many. The base is the first. */
  readonly sizes: readonly number[];
  /** Repetitions of each change. */
  readonly rounds: number;
  /** Seconds of churn. */
  readonly churnSeconds: number;
  /** Directory that keeps the run, as push.json, push.md and push.svg; absent: it is not kept. */
  readonly save?: string;
  readonly output: "table" | "json";
}

const listOf = (names: readonly string[]) => names.join(",");

/** The flags of `fairway bench`. */
export const benchFlags: readonly Flag[] = [
  {
    name: "against",
    value: "PEER",
    choices: ["istiod"],
    doc: "Measure a peer in the same run, and print ratios to it; it is built on first use, which needs Go and some minutes.",
  },
  {
    name: "full",
    doc: "Measure growth too: 100, 500 and 1,000 sidecars, 250 to 1,000 services, 1 to 100 objects at once.",
  },
  { name: "proxies", value: "LIST", doc: "Numbers of sidecars; default: 100." },
  { name: "services", value: "LIST", doc: "Numbers of services, each with 5 endpoints; default: 1000." },
  { name: "forms", value: "LIST", doc: `Forms of xDS: ${listOf(benchForms)}; default: both.` },
  { name: "changes", value: "LIST", doc: `What is changed: some of ${listOf(benchChanges)}; default: all.` },
  {
    name: "sizes",
    value: "LIST",
    doc: "Objects that are changed at once, where there are many of a kind; default: 1.",
  },
  { name: "rounds", value: "NUMBER", default: "3", doc: "How often each change is made; figures are medians." },
  { name: "save", value: "DIR", doc: "Keep the run there: push.json, push.md and a plot, push.svg." },
  {
    name: "output",
    short: "o",
    value: "FORM",
    choices: ["table", "json"],
    default: "table",
    doc: "Form of the output.",
  },
];

/** What was asked for, with what was left open filled in; a value that cannot be used throws. */
export function benchPlan(given: Given): BenchPlan {
  const full = given.on("full");
  const save = given.text("save");
  const numbers = (flag: string, short: string, long: string) =>
    risingNumbers(flag, given.text(flag) ?? (full ? long : short));
  return {
    ...(given.text("against") === "istiod" && { against: "istiod" }),
    proxies: numbers("proxies", "100", "100,500,1000"),
    services: numbers("services", "1000", "250,500,1000"),
    forms: chosen("forms", given.text("forms"), benchForms),
    changes: chosen("changes", given.text("changes"), benchChanges),
    sizes: numbers("sizes", "1", "1,10,100"),
    rounds: risingNumbers("rounds", given.text("rounds") ?? "3")[0] ?? 1,
    churnSeconds: full ? 10 : 5,
    ...(save !== undefined && { save }),
    output: given.text("output") === "json" ? "json" : "table",
  };
}

/** More sidecars than have addresses, or services than have addresses, cannot be told apart. */
const most = 20_000;

function risingNumbers(flag: string, text: string): readonly number[] {
  const numbers = text.split(",").map(Number);
  if (numbers.some((each) => !Number.isInteger(each) || each < 1 || each > most)) {
    throw new FairwayError("Settings", `--${flag} must be whole numbers from 1 to ${most}, not '${text}'`);
  }
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function chosen<T extends string>(flag: string, text: string | undefined, all: readonly T[]): readonly T[] {
  if (text === undefined) return all;
  const wanted = text.split(",");
  const unknown = wanted.find((each) => !all.some((name) => name === each));
  if (unknown !== undefined) {
    throw new FairwayError("Settings", `--${flag} must be some of ${all.join(", ")}, not '${unknown}'`);
  }
  return all.filter((name) => wanted.includes(name));
}
