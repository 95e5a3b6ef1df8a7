import { isDeepStrictEqual } from "node:util";
import { type Answer, type ListName, listNames } from "../golden/istiod-xds.ts";
import type { XdsAnswer } from "./ads-client.ts";
import { nameOf } from "./references.ts";

/** How one resource fares: the same on both sides, different, or on one side only. */
export type Outcome = "equal" | "different" | "only here" | "only there";

/** One resource of a node, as both sides made it. */
export interface ComparedResource {
  readonly list: ListName;
  readonly name: string;
  readonly outcome: Outcome;
  /** What istiod sent. */
  readonly there: unknown;
  /** What Fairway made. */
  readonly here: unknown;
}

/** Sets both answers side by side, by type and name. */
export function compareAnswers(there: Answer, here: Answer): readonly ComparedResource[] {
  return listNames.flatMap((list) => {
    const names = [...new Set([...there[list].keys(), ...here[list].keys()])].sort();
    return names.map((name) => compareOne(list, name, there[list].get(name), here[list].get(name)));
  });
}

/** istiod's answer by type and name. */
export function byName(answer: XdsAnswer): Answer {
  const lists = listNames.map((list) => [list, new Map(answer[list].map((each) => [nameOf(each), each]))]);
  return Object.fromEntries(lists) as unknown as Answer;
}

function compareOne(list: ListName, name: string, there: unknown, here: unknown): ComparedResource {
  const outcome = isDeepStrictEqual(there, here)
    ? "equal"
    : there === undefined
      ? "only here"
      : here === undefined
        ? "only there"
        : "different";
  return { list, name, outcome, there, here };
}
