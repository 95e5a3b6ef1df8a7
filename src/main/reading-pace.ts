import { ReadingPace } from "../kube/index.ts";
import type { Settings } from "../settings/index.ts";

type PaceSettings = Pick<Settings, "debounceAfter" | "debounceMax" | "endpointDebounce">;

/** Milliseconds of the first pause after a change, however long changes are gathered. */
const quietAtMost = 80;

/**
 * How changes of clusters are read for the mesh. What proxies are sent waits until changes have come to rest, or for
 * `debounceMax`; and a change that is read alone costs several times as much as one among others.
 */
export function readingPace(settings: PaceSettings): ReadingPace {
  return new ReadingPace(paceOf(settings));
}

/** No pause is as long as what is waited for anyway. */
export function paceOf({ debounceAfter, debounceMax, endpointDebounce }: PaceSettings) {
  const quiet = Math.min(quietAtMost, 0.8 * debounceAfter);
  return { quiet, longest: endpointDebounce ? Math.max(quiet, debounceMax / 20) : quiet };
}
