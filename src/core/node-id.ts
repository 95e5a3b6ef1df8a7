/** Names a node among those of all clusters; empty for no node. */
export function nodeId({ node, cluster }: { readonly node: string; readonly cluster: string }): string {
  return node === "" ? "" : `${node}@${cluster}`;
}
