import type { Settings } from "../../settings/index.ts";

/** Milliseconds of a pause at the most, however long changes are gathered. */
const longest = 80;

/**
 * Milliseconds between two reads of a kind's changes while they come in a row. What proxies are sent waits for longer, until
 * changes have come to rest; and a change that is read alone costs several times as much as one among others. A pause as
 * long as the quiet after which changes count as at rest could be taken for it, and each read would become a push.
 */
export function changePause({ debounceAfter }: Pick<Settings, "debounceAfter">): number {
  return Math.min(longest, 0.8 * debounceAfter);
}
