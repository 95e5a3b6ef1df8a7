import { getOwn } from "../../base/json.ts";
import type { NodeLabels, Verdict } from "../../topology/index.ts";

/** Between which nodes a verdict was given, and by which labels. */
export interface VerdictPlace {
  /** The clients' node. */
  readonly node: string;
  /** Its labels; undefined if it is not known. */
  readonly own: NodeLabels | undefined;
  /** The endpoint's node; empty if it names none. */
  readonly theirNode: string;
  readonly theirs: NodeLabels | undefined;
  /** The labels that the rule names. */
  readonly keys: readonly string[];
}

/** Says in words why an endpoint is reached, or not. */
export function explainVerdict(verdict: Verdict, place: VerdictPlace): string {
  const { node, own = {}, theirNode, theirs = {}, keys } = place;
  switch (verdict.reason) {
    case "no-service":
      return "its Service is not known";
    case "no-rule":
      return "the Service has no rule";
    case "same":
      return `both nodes have ${verdict.key}=${getOwn(own, verdict.key)}`;
    case "any-node":
      return "no node is nearer, and the rule ends in *";
    case "own-node-unknown":
      return `the node ${node} is not known`;
    case "own-label-missing":
      return `the node ${node} has no label ${keys.join(" or ")}`;
    case "no-node":
      return "it names no node";
    case "node-unknown":
      return `its node ${theirNode} is not known`;
    case "elsewhere":
      return `its node has ${keys.map((key) => difference(key, own, theirs)).join(", ")}`;
    case "others-nearer":
      return `others are nearer by ${verdict.key}`;
  }
}

function difference(key: string, own: NodeLabels, theirs: NodeLabels): string {
  const [here, there] = [getOwn(own, key), getOwn(theirs, key)];
  const wanted = here === undefined ? "" : `, not ${here}`;
  return there === undefined ? `no ${key}` : `${key}=${there}${wanted}`;
}
