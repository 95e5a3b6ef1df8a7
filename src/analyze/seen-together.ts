import type { Visibility } from "../core/index.ts";

/** Whether there is a namespace that sees both. */
export function seenTogether(a: Visibility, b: Visibility): boolean {
  if (a === "all") return b === "all" || b.size > 0;
  return b === "all" ? a.size > 0 : !a.isDisjointFrom(b);
}
