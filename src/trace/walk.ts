import type { Call } from "./call.ts";
import type { ProxyConfig } from "./proxy-config.ts";
import type { Matched, Outcome, Step } from "./trace.ts";

/** The state of one walk: what is walked, and the steps so far. */
export interface Walk {
  readonly config: ProxyConfig;
  readonly call: Call;
  readonly steps: Step[];
}

/** How a walk, or the rest of it, came out. */
export interface Ending {
  readonly outcome: Outcome;
  readonly matched: Matched;
}

/** An ending that nothing more was matched for. */
export function ending(outcome: Outcome): Ending {
  return { outcome, matched: {} };
}
