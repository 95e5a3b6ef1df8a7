import type { TopologyRule } from "../core/index.ts";
import { anyNode } from "./topology-rule.ts";

/** Labels of a node. */
export interface NodeLabels {
  readonly [key: string]: string;
}

/** As much of an endpoint as decides. */
export interface Candidate {
  /** Node that it runs on, if it says so. */
  readonly node: string | undefined;
  readonly ready: boolean;
}

/** Where the clients are, and what is known of nodes. */
export interface Surroundings {
  /** Labels of the clients' own node; undefined if the node is not known. */
  readonly own: NodeLabels | undefined;
  readonly node: (name: string) => NodeLabels | undefined;
}

/** Why an endpoint is reached, or not. */
export type Verdict =
  /** Its Service is not known, or has no rule. */
  | { readonly kept: true; readonly reason: "no-service" | "no-rule" }
  /** Both nodes have the same value of `key`. */
  | { readonly kept: true; readonly reason: "same"; readonly key: string }
  /** No key found an endpoint, and the rule ends in `*`. */
  | { readonly kept: true; readonly reason: "any-node" }
  /** The clients' node is not known, or has none of the keys. */
  | { readonly kept: false; readonly reason: "own-node-unknown" | "own-label-missing" }
  /** The endpoint names no node, or one that is not known. */
  | { readonly kept: false; readonly reason: "no-node" | "node-unknown" }
  /** Its node has other values than the clients'. */
  | { readonly kept: false; readonly reason: "elsewhere" }
  /** An ordered rule found others by `key` already. */
  | { readonly kept: false; readonly reason: "others-nearer"; readonly key: string };

/** Those that are the same for many endpoints: one label may decide on all there are. */
const refusals = {
  ownNodeUnknown: { kept: false, reason: "own-node-unknown" },
  ownLabelMissing: { kept: false, reason: "own-label-missing" },
  noNode: { kept: false, reason: "no-node" },
  nodeUnknown: { kept: false, reason: "node-unknown" },
  elsewhere: { kept: false, reason: "elsewhere" },
} as const satisfies { readonly [name: string]: Verdict };

/** Decides on all endpoints of a Service together: which key of an ordered rule counts depends on all of them. */
export function judgeEndpoints(
  rule: TopologyRule,
  candidates: readonly Candidate[],
  surroundings: Surroundings,
): readonly Verdict[] {
  if (rule.mode === "any") return candidates.map((each) => judgeByAny(rule.keys, each, surroundings));
  // What is not ready decides only where nothing is.
  const level =
    nearestKey(
      rule,
      candidates.filter(({ ready }) => ready),
      surroundings,
    ) ?? nearestKey(rule, candidates, surroundings);
  if (level === undefined) return candidates.map((each) => judgeByAny(rule.keys, each, surroundings));
  return candidates.map((each): Verdict => {
    if (level === anyNode) return { kept: true, reason: "any-node" };
    if (shares(level, each, surroundings)) return { kept: true, reason: "same", key: level };
    return { kept: false, reason: "others-nearer", key: level };
  });
}

/** The first key by which there is an endpoint. */
function nearestKey(
  { keys }: TopologyRule,
  candidates: readonly Candidate[],
  surroundings: Surroundings,
): string | undefined {
  return keys.find((key) =>
    key === anyNode ? candidates.length > 0 : candidates.some((each) => shares(key, each, surroundings)),
  );
}

function judgeByAny(keys: readonly string[], candidate: Candidate, surroundings: Surroundings): Verdict {
  const { own, node } = surroundings;
  if (!own) return refusals.ownNodeUnknown;
  if (candidate.node === undefined || candidate.node === "") return refusals.noNode;
  if (!node(candidate.node)) return refusals.nodeUnknown;
  let labelled = false;
  for (const key of keys) {
    if (shares(key, candidate, surroundings)) return { kept: true, reason: "same", key };
    labelled ||= Object.hasOwn(own, key);
  }
  return labelled ? refusals.elsewhere : refusals.ownLabelMissing;
}

function shares(key: string, candidate: Candidate, { own, node }: Surroundings): boolean {
  const labels = candidate.node ? node(candidate.node) : undefined;
  return (
    own !== undefined &&
    labels !== undefined &&
    Object.hasOwn(own, key) &&
    Object.hasOwn(labels, key) &&
    own[key] === labels[key]
  );
}
