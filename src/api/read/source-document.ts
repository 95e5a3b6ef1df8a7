import { type Document, isMap, isPair, isScalar, isSeq, type Node } from "yaml";
import type { Path } from "../problem.ts";

/** A place in a file; both numbers start at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One document of a file: its value, and where each part of it stands. */
export interface SourceDocument {
  readonly file: string;
  readonly value: unknown;
  /** The place of a path: of a field its name, of a list item its start; of something absent the nearest thing around it. */
  locate(path: Path): Position;
}

/** Where a parsed YAML document came from. */
interface Place {
  readonly file: string;
  readonly document: Document;
  position(offset: number): Position;
}

/** A document whose value was taken out of its YAML already. `within` is the path of a List's item. */
export function sourceDocument(place: Place, value: unknown, within: Path = []): SourceDocument {
  const { file, document } = place;
  const root = document.contents as Node | null;
  return {
    file,
    value,
    locate: (path) => place.position(offsetOf(root, [...within, ...path]) ?? document.range?.[0] ?? 0),
  };
}

function offsetOf(root: Node | null, path: Path): number | undefined {
  let node: unknown = root;
  let offset = root?.range?.[0];
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
      );
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(step)];
      if (item === undefined) return offset;
      offset = (item as Node).range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
