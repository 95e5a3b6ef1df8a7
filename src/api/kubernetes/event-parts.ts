import { int32, obj, opt, str } from "../schema/build.ts";
import { kubeMicroTime } from "../schema/formats.ts";
import type { Infer } from "../schema/schema.ts";

/** Who told of an event. */
export const eventSource = obj({
  component: opt(1, str(), "Which component."),
  host: opt(2, str(), "Node on which it runs."),
});

/** An event that goes on happening. */
export const eventSeries = obj({
  count: opt(1, int32(), "How often it has happened so far."),
  lastObservedTime: opt(2, kubeMicroTime(), "When it last happened."),
});

export interface EventSource extends Infer<typeof eventSource> {}
export interface EventSeries extends Infer<typeof eventSeries> {}
