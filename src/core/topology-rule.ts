/** Which endpoints of a Service clients on a node may reach: those on nodes that share a label's value with theirs. */
export interface TopologyRule {
  /**
   * `any`: it is enough to share one of the keys, and nothing else is reached. `ordered`: the first key by which there is
   * an endpoint counts alone; `*` at the end stands for any node.
   */
  readonly mode: "any" | "ordered";
  /** Node labels; at least one. */
  readonly keys: readonly string[];
}
