import type { Path, PathStep } from "../api/index.ts";
import { getOwn, isObject } from "../base/json.ts";
import type { Labels } from "../base/labels.ts";

/**
 * A place in an object that may be malformed: what stands there, if anything, and the path to it. Reading never throws:
 * what is missing or of another type reads as empty, and still has its path.
 */
export class Part {
  readonly value: unknown;
  readonly path: Path;

  constructor(value: unknown, path: Path = []) {
    this.value = value;
    this.path = path;
  }

  /** The part below, by field names and list indexes. */
  at(...steps: readonly PathStep[]): Part {
    const value = steps.reduce(step, this.value);
    return new Part(value, [...this.path, ...steps]);
  }

  /** Whether anything but null stands here. */
  get exists(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  /** Empty if it is no text. */
  get text(): string {
    return typeof this.value === "string" ? this.value : "";
  }

  /** Undefined if it is no number. */
  get number(): number | undefined {
    return typeof this.value === "number" ? this.value : undefined;
  }

  /** A text or a number as text, as fields have them that take both; else empty. */
  get scalar(): string {
    return typeof this.value === "number" ? String(this.value) : this.text;
  }

  /** The items of a list. */
  items(): readonly Part[] {
    return Array.isArray(this.value) ? this.value.map((item, i) => new Part(item, [...this.path, i])) : [];
  }

  /** The entries of an object, by their keys. */
  entries(): readonly (readonly [key: string, part: Part])[] {
    if (!isObject(this.value)) return [];
    return Object.entries(this.value).map(([key, value]) => [key, new Part(value, [...this.path, key])]);
  }

  /** The texts of a list; other items are passed over. */
  texts(): readonly string[] {
    return this.items().flatMap((item) => (typeof item.value === "string" ? [item.value] : []));
  }

  /** The texts of an object, by their keys; other entries are passed over. */
  labels(): Labels {
    const texts = this.entries().filter(([, part]) => typeof part.value === "string");
    return Object.fromEntries(texts.map(([key, part]) => [key, part.text]));
  }
}

function step(value: unknown, to: PathStep): unknown {
  if (typeof to === "number") return Array.isArray(value) ? value[to] : undefined;
  return isObject(value) ? getOwn(value, to) : undefined;
}
