import { jsonEqual } from "../../base/json.ts";
import { defineKind } from "../kind.ts";
import type { Report } from "../problem.ts";
import type { Resource } from "../resource.ts";
import { choice, int32, obj, opt, ptr, req, str } from "../schema/build.ts";
import { kubeMicroTime, kubeTime } from "../schema/formats.ts";
import { checkEventNamespace } from "./check-event.ts";
import { eventKind } from "./event.ts";
import { type EventSeries, eventSeries, eventSource } from "./event-parts.ts";
import { type ObjectReference, objectReference, referenceFields } from "./object-reference.ts";

/** The newer form of an event, in a group of its own; stored as the core group's Event. */
export interface EventsK8sIoEvent extends Resource {
  readonly eventTime: string | null;
  readonly regarding?: ObjectReference | undefined;
  readonly series?: EventSeries | undefined;
}

/** The core group's names of those fields that have other names there. */
const storedNames: { readonly [own: string]: string } = {
  regarding: "involvedObject",
  note: "message",
  reportingController: "reportingComponent",
  deprecatedSource: "source",
  deprecatedFirstTimestamp: "firstTimestamp",
  deprecatedLastTimestamp: "lastTimestamp",
  deprecatedCount: "count",
};

const ownNames = Object.fromEntries(Object.entries(storedNames).map(([own, stored]) => [stored, own]));

/** Fields that this form cannot do without, though its schema has to take old events that lack them. */
const needed = ["eventTime", "reportingController", "reportingInstance", "action", "reason", "type"] as const;

const fixed = [...needed, "regarding", "related", "note"] as const;

const word = str({ maxLength: 128 });

export const eventsK8sIoEventKind = defineKind<EventsK8sIoEvent>({
  group: "events.k8s.io",
  kind: "Event",
  shortNames: ["ev"],
  versions: [{ name: "v1", toStored: renamed(storedNames), fromStored: inNewForm }],
  storedAs: { group: eventKind.group, kind: eventKind.kind },
  doc: "Something that happened to an object, told by who saw or did it; kept for a short time.",
  selectableFields: [...referenceFields("regarding"), "reason", "reportingController", "type"],
  schema: obj({
    eventTime: req(2, kubeMicroTime(), "When it first happened."),
    series: ptr(3, eventSeries, "How often and until when it happened, if more than once."),
    reportingController: opt(4, str(), "Which controller told of it, such as 'kubernetes.io/kubelet'."),
    reportingInstance: opt(5, word, "Which instance of the controller."),
    action: opt(6, word, "What was done, or failed to be done, to the object."),
    reason: opt(7, word, "Why it happened: one word for machines."),
    regarding: opt(8, objectReference, "The object that the event is about."),
    related: ptr(9, objectReference, "A second object that has to do with it."),
    note: opt(10, str({ maxLength: 1024 }), "What happened, for people."),
    type: opt(11, choice(["Normal", "Warning"], { emptyIsAbsent: true }), "'Normal' or 'Warning'."),
    deprecatedSource: opt(12, eventSource, "Who told of it, in the older form."),
    deprecatedFirstTimestamp: opt(13, kubeTime(), "When it first happened, in the older form."),
    deprecatedLastTimestamp: opt(14, kubeTime(), "When it last happened, in the older form."),
    deprecatedCount: opt(15, int32(), "How often it happened, in the older form."),
  }),
  statusSubresource: false,
  generation: false,
  columns: eventKind.columns.map((column) => ({ ...column, cell: (e) => column.cell(renamed(storedNames)(e)) })),
  validate: checkEvent,
  validateUpdate(event, old, report) {
    for (const field of fixed) if (!jsonEqual(event[field], old[field])) report("FW0116", "must not change", field);
  },
  protobuf: { message: "k8s.io.api.events.v1.Event", of: "object" },
});

function renamed(names: { readonly [from: string]: string }): (resource: Resource) => Resource {
  return (resource) => {
    const entries = Object.entries(resource).map(([name, value]) => [names[name] ?? name, value]);
    return Object.fromEntries(entries) as Resource;
  };
}

/** Old events that lack what this form needs have it empty, and here not at all. */
function inNewForm(resource: Resource): Resource {
  const entries = Object.entries(renamed(ownNames)(resource)).filter(([, value]) => value !== "");
  return Object.fromEntries(entries) as unknown as Resource;
}

function checkEvent(event: EventsK8sIoEvent, report: Report): void {
  for (const field of needed) if (!event[field]) report("FW0103", "must be set", field);
  const place = { own: event.metadata.namespace, ofObject: event.regarding?.namespace, timed: !!event.eventTime };
  checkEventNamespace(place, "regarding", report);
  if (event.series === undefined) return;
  if ((event.series.count ?? 0) < 2) report("FW0105", "must be 2 or more", "series", "count");
  if (!event.series.lastObservedTime) report("FW0103", "must be set", "series", "lastObservedTime");
}
