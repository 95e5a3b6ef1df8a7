import type { CST } from "yaml";

/**
 * In a flow list such as `[10.0.0.1, 2001:db8::]` YAML takes an item that ends in a colon for a map with a key and no
 * value. kubectl's parser takes it for text, and nobody means anything else, so it is made text here, before composing.
 */
export function mendFlowScalars(root: CST.Token): void {
  const open: CST.Token[] = [root];
  for (let token = open.pop(); token; token = open.pop()) {
    if (token.type === "document" && token.value) open.push(token.value);
    if (!("items" in token)) continue;
    for (const item of token.items) {
      if (token.type === "flow-collection" && token.start.source === "[") mendItem(item);
      if (item.key) open.push(item.key);
      if (item.value) open.push(item.value);
    }
  }
}

function mendItem(item: CST.CollectionItem): void {
  const { key, sep, value } = item;
  const empty = !value || (value.type === "scalar" && value.source === "");
  const endsInColon = sep?.length === 1 && sep[0]?.type === "map-value-ind" && empty;
  if (key?.type !== "scalar" || !endsInColon || sep[0]?.offset !== key.offset + key.source.length) return;
  item.value = { ...key, source: `${key.source}:` };
  delete item.key;
  delete item.sep;
}
