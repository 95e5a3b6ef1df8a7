import type { GroupKind } from "../../api/index.ts";

/** A kind as the log writes it: `group/kind`, with an empty group for Kubernetes' core. */
export function formatType(type: GroupKind): string {
  return `${type.group}/${type.kind}`;
}

/** Gives each kind of the log one value, which all its entries share. */
export class TypeTable {
  readonly #types = new Map<string, GroupKind>();

  get(text: string): GroupKind {
    let type = this.#types.get(text);
    if (!type) {
      const slash = text.indexOf("/");
      type = Object.freeze({ group: text.slice(0, slash), kind: text.slice(slash + 1) });
      this.#types.set(text, type);
    }
    return type;
  }
}
