import { column } from "../columns.ts";
import { defineKind } from "../kind.ts";
import type { Resource } from "../resource.ts";
import { int32, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeMicroTime, kubeTime } from "../schema/formats.ts";
import { checkEventNamespace } from "./check-event.ts";
import { type EventSeries, type EventSource, eventSeries, eventSource } from "./event-parts.ts";
import { type ObjectReference, objectReference, referenceFields } from "./object-reference.ts";

/** Something that happened to an object, told by who saw or did it. */
export interface Event extends Resource {
  readonly involvedObject: ObjectReference;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly source?: EventSource | undefined;
  readonly firstTimestamp?: string | null | undefined;
  readonly lastTimestamp?: string | null | undefined;
  readonly count?: number | undefined;
  readonly type?: string | undefined;
  readonly eventTime?: string | null | undefined;
  readonly series?: EventSeries | undefined;
  readonly action?: string | undefined;
  readonly related?: ObjectReference | undefined;
  readonly reportingComponent?: string | undefined;
  readonly reportingInstance?: string | undefined;
}

const event = obj({
  involvedObject: req(2, objectReference, "The object that the event is about."),
  reason: opt(3, str(), "Why it happened: one word for machines."),
  message: opt(4, str(), "What happened, for people."),
  source: opt(5, eventSource, "Who told of it, in the older form."),
  firstTimestamp: opt(6, kubeTime(), "When it first happened, in the older form."),
  lastTimestamp: opt(7, kubeTime(), "When it last happened, in the older form."),
  count: opt(8, int32(), "How often it happened, in the older form."),
  type: opt(9, str(), "'Normal' or 'Warning'."),
  eventTime: opt(10, kubeMicroTime(), "When it first happened."),
  series: ptr(11, eventSeries, "How often and until when it happened, if more than once."),
  action: opt(12, str(), "What was done, or failed to be done, to the object."),
  related: ptr(13, objectReference, "A second object that has to do with it."),
  reportingComponent: opt(14, str(), "Which controller told of it, such as 'kubernetes.io/kubelet'.", { default: "" }),
  reportingInstance: opt(15, str(), "Which instance of the controller.", { default: "" }),
});

export const eventKind = defineKind<Event>({
  group: "",
  kind: "Event",
  shortNames: ["ev"],
  versions: [{ name: "v1" }],
  doc: "Something that happened to an object, told by who saw or did it; kept for a short time.",
  selectableFields: [...referenceFields("involvedObject"), "reason", "reportingComponent", "source.component", "type"],
  schema: event,
  statusSubresource: false,
  generation: false,
  columns: [
    column<Event>("Last Seen", lastSeen, "When it last happened.", { type: "date" }),
    column<Event>("Type", (e) => e.type, "'Normal' or 'Warning'."),
    column<Event>("Reason", (e) => e.reason, "Why it happened."),
    column<Event>("Object", ({ involvedObject: o }) => `${o.kind?.toLowerCase() ?? ""}/${o.name ?? ""}`, "The object."),
    column<Event>("Subobject", (e) => e.involvedObject.fieldPath, "Which part of the object.", { priority: 1 }),
    column<Event>("Source", formatSource, "Who told of it.", { priority: 1 }),
    column<Event>("Message", (e) => e.message?.trim(), "What happened."),
    column<Event>("First Seen", firstSeen, "When it first happened.", { type: "date", priority: 1 }),
    column<Event>("Count", (e) => e.series?.count ?? (e.count || 1), "How often it happened.", {
      type: "integer",
      priority: 1,
    }),
  ],
  validate(e, report) {
    const place = { own: e.metadata.namespace, ofObject: e.involvedObject.namespace, timed: !!e["eventTime"] };
    checkEventNamespace(place, "involvedObject", report);
  },
  protobuf: { message: "k8s.io.api.core.v1.Event", of: "object" },
});

function firstSeen(e: Event): string | undefined {
  return e.firstTimestamp ?? e.eventTime ?? undefined;
}

function lastSeen(e: Event): string | undefined {
  return e.series?.lastObservedTime ?? e.lastTimestamp ?? firstSeen(e);
}

function formatSource(e: Event): string {
  const parts = [e.source?.component || e.reportingComponent, e.source?.host || e.reportingInstance];
  return parts.filter((part) => part).join(", ");
}
